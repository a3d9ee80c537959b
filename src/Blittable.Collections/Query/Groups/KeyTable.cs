using System.Runtime.InteropServices;
using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Groups;

/// <summary>Represents the distinct scalars at a path seen by one worker, numbered from 1 in order of appearance; 0 is null.</summary>
/// <param name="path">The path.</param>
/// <param name="mostDistances">The maximum number of possible integers for which ids are distances from the smallest integer, plus one.</param>
/// <param name="limit">The memory limit of the worker, in bytes.</param>
internal sealed partial class KeyTable(PathPlan path, ulong mostDistances, long limit)
{
    /// <summary>The maximum number of possible integers that are looked up by their distance from the smallest one.</summary>
    public const ulong MostDirect = 1 << 22;

    /// <summary>The estimated bytes per key in the hash table, excluding its string.</summary>
    private const int KeyBytes = 80;

    /// <summary>The estimated additional bytes of a key that does not have the chunk's own type.</summary>
    private const int OtherBytes = 160;

    /// <summary>The fraction of the memory limit that the table of distances may use.</summary>
    private const int DirectPart = 16;

    private readonly List<(QueryValueKind Kind, int Number)> _keys = [default];
    private readonly LongTable _numbers = new();
    private readonly LongTable _dates = new();
    private readonly StringTable _strings = new();
    private readonly List<QueryValue> _others = [];
    private readonly Dictionary<QueryValue, int> _otherIds = [];
    private readonly int[] _booleanIds = new int[2];

    /// <summary>The maximum number of computed numbers looked up by their mantissa at <see cref="_computedScale"/>.</summary>
    private const int MostComputed = 1 << 16;
    private readonly Dictionary<long, int> _computed = [];
    private int _computedScale;
    private readonly int _distances = HasDistances(path, mostDistances) ? (int)path.Numbers.Span : 0;
    private readonly int[] _direct = path.Numbers.Span <= Math.Min(MostDirect, (ulong)limit / (sizeof(int) * DirectPart)) && !HasDistances(path, mostDistances)
        ? new int[(int)path.Numbers.Span]
        : [];
    private int[] _numberIds = [];
    private int[] _dateIds = [];
    private int[] _stringIds = [];
    private int[] _entryIds = [];

    /// <summary>The strings whose ids are kept from batch to batch, and these ids.</summary>
    private SharedStrings? _shared;
    private int[] _sharedIds = [];

    /// <summary>Gets the estimated bytes of all keys.</summary>
    public long EstimatedBytes =>
        ((long)KeyBytes * _keys.Count) + (2L * _strings.ByteCount) + ((long)OtherBytes * _others.Count) + (sizeof(int) * (long)_direct.Length);

    /// <summary>Gets the greatest id.</summary>
    public int Last => AreDistances ? _distances : _keys.Count - 1;

    /// <summary>Gets a value that indicates whether ids are distances from the smallest integer, identical for all workers. Some ids may then have no
    /// rows.</summary>
    public bool AreDistances => _distances > 0;

    /// <summary>Reads the ids of the scalars in the selected rows.</summary>
    public void Read(GroupCursor cursor, Span<int> ids)
    {
        ids.Clear();
        var values = cursor.Values(path);
        if (values.AreDocuments)
        {
            if (values.AreOnlyNumbers)
            {
                ReadComputed(values.Numbers(), ids);
                return;
            }

            for (var row = 0; row < ids.Length; row++)
            {
                ids[row] = Intern(values.Documents[row]);
            }

            return;
        }

        if (values.MayHave(ColumnKind.Number))
        {
            ReadNumbers(values.Numbers(), ids);
        }

        if (values.MayHave(ColumnKind.String))
        {
            ReadStrings(values.Strings(), ids);
        }

        if (values.MayHave(ColumnKind.Date))
        {
            ReadDates(values, ids);
        }

        if (values.MayHave(ColumnKind.Boolean))
        {
            ReadBooleans(values.Booleans(out var validity), validity, ids);
        }
    }

    /// <summary>Gets the scalar with an id, with the common text of equal scalars, or with any of their texts.</summary>
    public QueryValue this[int id]
    {
        get
        {
            if (AreDistances)
            {
                return id == 0 ? QueryValue.Null : Number(path.Numbers.Min + (id - 1));
            }

            var (kind, number) = _keys[id];
            return kind switch
            {
                QueryValueKind.Null => QueryValue.Null,
                QueryValueKind.Boolean => QueryValue.FromBoolean(number != 0),
                QueryValueKind.Number => Number(_direct.Length > 0 ? path.Numbers.Min + number : _numbers.Values[number]),
                QueryValueKind.Date => DateCount.ToValue(_dates.Values[number], path.DateUnit, path.DateForm ?? 0),
                QueryValueKind.String => QueryValue.FromText(Encoding.UTF8.GetString(_strings[number])),
                _ => _others[number],
            };
        }
    }

    /// <summary>Compares the scalar with an id with a text, if it is a string.</summary>
    public bool TryCompareText(int id, ReadOnlySpan<byte> text, out int order)
    {
        order = 0;
        if (AreDistances || _keys[id] is not (QueryValueKind.String, var number))
        {
            return false;
        }

        order = _strings[number].SequenceCompareTo(text);
        return true;
    }

    /// <summary>Returns the id of a scalar in the table of another worker, adding it if it is new.</summary>
    public int Intern(KeyTable other, int id)
    {
        if (AreDistances)
        {
            return id;
        }

        var (kind, number) = other._keys[id];
        return kind switch
        {
            QueryValueKind.Null => 0,
            QueryValueKind.Boolean => BooleanId(number != 0),
            QueryValueKind.Number when _direct.Length > 0 => DirectId(number),
            QueryValueKind.Number => NumberId(other._numbers.Values[number]),
            QueryValueKind.Date => DateId(other._dates.Values[number]),
            QueryValueKind.String => StringId(other._strings[number]),
            _ => Intern(other._others[number]),
        };
    }

    private static bool HasDistances(PathPlan path, ulong most) => path.HasOnlyMantissas && path.Numbers.Span <= most;

    private QueryValue Number(long mantissa) => QueryValue.FromMantissa(mantissa, path.Numbers.Scale, path.NumberForm ?? TextForm.Fixed);

    private int Intern(QueryValue value)
    {
        if (value.Kind == QueryValueKind.Null)
        {
            return 0;
        }

        if (value.Kind == QueryValueKind.String)
        {
            return StringId(Encoding.UTF8.GetBytes(value.GetString()));
        }

        if (value.Kind == QueryValueKind.Boolean)
        {
            return BooleanId(value.GetBoolean());
        }

        if (value.Kind == QueryValueKind.Number && path.Numbers.Kind == NumberShapeKind.Exact && value.TryGetMantissa(path.Numbers.Scale, out var mantissa))
        {
            // Other chunks may store the number as a mantissa.
            if (_direct.Length == 0)
            {
                return NumberId(mantissa);
            }

            if (mantissa >= path.Numbers.Min && mantissa <= path.Numbers.Max)
            {
                return DirectId(Distance(mantissa));
            }
        }

        if (!_otherIds.TryGetValue(value, out var id))
        {
            _others.Add(value);
            id = Add(QueryValueKind.Json, _others.Count - 1);
            _otherIds.Add(value, id);
        }

        return id;
    }

    /// <summary>Reads strings, looking up each distinct string that occurs in the batch once.</summary>
    private void ReadStrings(StringBatch strings, Span<int> ids)
    {
        // The first element is for nulls, which keep their id of 0.
        var places = strings.EntryCount + 1;
        if (_entryIds.Length < places)
        {
            _entryIds = new int[places];
        }

        var entryIds = _entryIds.AsSpan(0, places);
        if (strings.Shared is { } shared)
        {
            (_sharedIds, _shared) = (shared == _shared ? _sharedIds : new int[places], shared);
            entryIds = _sharedIds;
        }

        if (places <= CodeKernel.MostInRegister && !strings.Codes.Contains(StringBatch.NullCode))
        {
            // Adding keys without rows is harmless.
            for (var code = 0; code < strings.EntryCount; code++)
            {
                entryIds[code + 1] = StringId(strings.Entry(code));
            }

            CodeKernel.Map(strings.Codes, entryIds, ids);
            return;
        }

        if (strings.Shared is null)
        {
            entryIds.Clear();
            if (strings.EntryCount <= ids.Length)
            {
                ReadEntries(strings, entryIds[1..]);
            }
        }

        var codes = strings.Codes;
        for (var row = 0; row < codes.Length; row++)
        {
            var code = codes[row];
            if (code == StringBatch.NullCode)
            {
                continue;
            }

            ref var id = ref entryIds[code + 1];
            if (id == 0)
            {
                id = StringId(strings.Entry(code));
            }

            ids[row] = id;
        }
    }

    /// <summary>Looks up all strings of a batch, if there are at most as many as rows.</summary>
    private void ReadEntries(StringBatch strings, Span<int> ids)
    {
        _strings.Number(strings.EntryBytes, strings.EntryEnds, ids);
        foreach (ref var id in ids)
        {
            id = IdOf(QueryValueKind.String, id, ref _stringIds);
        }
    }

    private void ReadBooleans(ReadOnlySpan<bool> booleans, ReadOnlySpan<ulong> validity, Span<int> ids)
    {
        // Use a table instead of a branch, which could not be predicted.
        Span<int> table = [booleans.Contains(false) ? BooleanId(false) : 0, booleans.Contains(true) ? BooleanId(true) : 0];
        var places = MemoryMarshal.AsBytes(booleans);
        if (MaskKernel.Count(validity) == ids.Length)
        {
            CodeKernel.Choose(places, table[0], table[1], ids);
            return;
        }

        for (var row = 0; row < ids.Length; row++)
        {
            var id = table[places[row] & 1];
            ids[row] = MaskKernel.IsSet(validity, row) ? id : ids[row];
        }
    }

    private void ReadDates(PathValues values, Span<int> ids)
    {
        var dates = values.Dates(out var validity);
        var isGeneric = !path.AreInstants && (!path.DatesFit || path.HasDocuments);
        if (!isGeneric && TryReadNear(dates, validity, ids))
        {
            return;
        }

        for (var row = 0; row < ids.Length; row++)
        {
            if (MaskKernel.IsSet(validity, row))
            {
                if (row > 0 && dates[row] == dates[row - 1] && MaskKernel.IsSet(validity, row - 1))
                {
                    ids[row] = ids[row - 1];
                    continue;
                }

                ids[row] = isGeneric ? Intern(DateCount.ToValue(dates[row], values.DateUnitRead, 0)) : DateId(dates[row]);
            }
        }
    }

    private int Add(QueryValueKind kind, int number)
    {
        _keys.Add((kind, number));
        return _keys.Count - 1;
    }

    private int BooleanId(bool value)
    {
        ref var id = ref _booleanIds[value ? 1 : 0];
        return id != 0 ? id : id = Add(QueryValueKind.Boolean, value ? 1 : 0);
    }

    private int DirectId(int index) => _direct[index] != 0 ? _direct[index] : _direct[index] = Add(QueryValueKind.Number, index);

    private int NumberId(long value) => IdOf(QueryValueKind.Number, _numbers.Number(value), ref _numberIds);

    private int DateId(long value) => IdOf(QueryValueKind.Date, _dates.Number(value), ref _dateIds);

    private int StringId(ReadOnlySpan<byte> value) => IdOf(QueryValueKind.String, _strings.Number(value), ref _stringIds);

    /// <summary>Returns the id of an entry, assigning one if it is new.</summary>
    private int IdOf(QueryValueKind kind, int number, ref int[] ids)
    {
        if (number >= ids.Length)
        {
            Array.Resize(ref ids, Math.Max(64, 2 * (number + 1)));
        }

        return ids[number] != 0 ? ids[number] : ids[number] = Add(kind, number);
    }
}
