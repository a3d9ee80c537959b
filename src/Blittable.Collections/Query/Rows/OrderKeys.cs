using System.Buffers.Binary;
using System.Numerics;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Converts the values of a column in the selected rows of a chunk group to integers with the wanted order, for sorting and for aggregates that
/// compare rows. Reusable.</summary>
/// <param name="isDescending">True if the greatest values come first.</param>
internal sealed class OrderKeys(bool isDescending)
{
    /// <summary>The key of null, which is less than the key of any value.</summary>
    private const long NullKey = long.MinValue;

    private long[] _keys = [];
    private double[] _doubles = [];
    private long[] _entryKeys = [];

    /// <summary>The common prefix of all strings of the batch.</summary>
    private byte[] _entryPrefix = [];

    /// <summary>The common prefix of the strings whose bytes are the keys: of the batch, or of some of its rows.</summary>
    private byte[] _prefix = [];
    private bool _isDeep;

    /// <summary>The shared strings that <see cref="_entryKeys"/> belong to, if any.</summary>
    private SharedStrings? _shared;
    private bool _areEntriesExact;
    private QueryValueKind _kind;
    private int _scale;
    private int _rows;

    /// <summary>Gets the key of each row. Rows with smaller keys come first.</summary>
    public ReadOnlySpan<long> Keys => _keys.AsSpan(0, _rows);

    /// <summary>Gets a value that indicates whether rows with equal keys have equal values.</summary>
    public bool AreExact { get; private set; }

    /// <summary>Gets the key of rows without a value. If <see cref="AreExact"/> is false, rows with a value may have it too.</summary>
    public long KeyOfNull => isDescending ? ~NullKey : NullKey;

    /// <summary>Gets the kind and the unit of the values, if the keys of other batches with the same kind and unit are comparable with these; otherwise,
    /// null.</summary>
    public (QueryValueKind Kind, int Unit)? Space => AreExact && _kind != QueryValueKind.String ? (_kind, _scale) : null;

    /// <summary>Reads the keys of the selected rows.</summary>
    /// <returns><see langword="false"/> if the values have several kinds, or a kind without keys. Rows are then compared by their values.</returns>
    public bool TryLoad(PathValues values)
    {
        _rows = values.Count;
        _keys = _keys.Length < _rows ? new long[_rows] : _keys;
        var isLoaded = values.AreDocuments ? TryLoadNumbers(values.Numbers(), areAll: !values.AreComputedNumbers)
            : values.HasOnlyNumbers ? TryLoadNumbers(values.Numbers(), areAll: false)
            : values.HasOnlyDates ? TryLoadDates(values)
            : values.HasOnlyStrings && TryLoadStrings(values.Strings());
        if (isLoaded && isDescending)
        {
            foreach (ref var key in _keys.AsSpan(0, _rows))
            {
                key = ~key;
            }
        }

        return isLoaded;
    }

    /// <summary>Finds the greatest key of rows that may come before a value or be equal to it.</summary>
    /// <param name="value">The value.</param>
    /// <param name="key">The key.</param>
    /// <param name="isExact">True if rows with the key have the value.</param>
    /// <returns><see langword="false"/> if no row can come before the value.</returns>
    public bool TryGetBound(in QueryValue value, out long key, out bool isExact)
    {
        isExact = AreExact && value.Kind == QueryValueKind.Null;
        key = isDescending ? ~NullKey : NullKey;
        if (value.Kind == QueryValueKind.Null)
        {
            return true;
        }

        if (value.Kind == QueryValueKind.Number && !value.Number.IsFinite)
        {
            key = long.MaxValue;
            return true;
        }

        if (value.Kind != _kind)
        {
            // All values are on the same side of it, and nulls are before it if the smallest values come first.
            var areBefore = isDescending == (_kind > value.Kind);
            key = areBefore ? long.MaxValue : key;
            return areBefore || !isDescending;
        }

        bool isFound;
        (isFound, key, isExact) = _kind switch
        {
            QueryValueKind.Number when _scale >= 0 => BoundOfMantissas(value),
            QueryValueKind.Number => (true, DoubleOrder.KeyOf(value.GetDouble()), AreExact && ExactNumber.OfDouble(value.GetDouble()).Equals(value.Number)),
            QueryValueKind.Date => BoundOfDates(value),
            _ => BoundOfStrings(System.Text.Encoding.UTF8.GetBytes(value.GetString())),
        };
        key = isFound && isDescending ? ~key : key;
        return isFound;
    }

    /// <summary>Replaces the keys of rows with equal keys with the keys of the bytes after a longer common prefix.</summary>
    /// <param name="values">The values that the keys were read from.</param>
    /// <param name="ties">A bit for each of these rows. The keys of other rows become undefined.</param>
    /// <returns><see langword="false"/> if the values are not strings, or if their common prefix is not longer.</returns>
    public bool TryDeepen(PathValues values, ReadOnlySpan<ulong> ties)
    {
        if (_kind != QueryValueKind.String)
        {
            return false;
        }

        var strings = values.Strings();
        ReadOnlySpan<byte> common = default;
        var isFirst = true;
        for (var word = 0; word < ties.Length; word++)
        {
            for (var bits = ties[word]; bits != 0; bits &= bits - 1)
            {
                var text = strings[(word << 6) + BitOperations.TrailingZeroCount(bits)];
                common = isFirst ? text : common[..common.CommonPrefixLength(text)];
                isFirst = false;
                if (common.Length <= _prefix.Length)
                {
                    // The strings are equal, or there are nulls.
                    return false;
                }
            }
        }

        (_prefix, _isDeep, AreExact) = (common.ToArray(), true, true);
        for (var word = 0; word < ties.Length; word++)
        {
            for (var bits = ties[word]; bits != 0; bits &= bits - 1)
            {
                var row = (word << 6) + BitOperations.TrailingZeroCount(bits);
                var rest = strings[row][_prefix.Length..];
                var key = KeyOfRest(rest);
                _keys[row] = isDescending ? ~key : key;
                AreExact &= rest.IsEmpty || IsWhole(rest);
            }
        }

        return true;
    }

    private bool TryLoadNumbers(NumberVector numbers, bool areAll)
    {
        if (areAll && numbers.HasNulls)
        {
            return false;
        }

        _kind = QueryValueKind.Number;
        if (numbers.AreMantissas)
        {
            _scale = numbers.Scale;
            AreExact = numbers.Largest < 1UL << 63;
            numbers.Mantissas.CopyTo(_keys);
        }
        else if (numbers.HasDoubles)
        {
            _scale = -1;
            AreExact = !numbers.HasTexts;
            var doubles = numbers.Doubles;
            for (var row = 0; row < doubles.Length; row++)
            {
                if (double.IsNaN(doubles[row]))
                {
                    return false;
                }

                _keys[row] = DoubleOrder.KeyOf(doubles[row]);
            }
        }
        else if (numbers.AreDecimals)
        {
            // Different decimals may have the same nearest double.
            (_scale, AreExact) = (-1, false);
            _doubles = _doubles.Length < _rows ? new double[_rows] : _doubles;
            numbers.CopyNearest(_doubles);
            for (var row = 0; row < _rows; row++)
            {
                _keys[row] = DoubleOrder.KeyOf(_doubles[row]);
            }
        }
        else
        {
            return false;
        }

        if (numbers.HasNulls)
        {
            ClearNulls(numbers.Validity);
        }

        return true;
    }

    private bool TryLoadDates(PathValues values)
    {
        _kind = QueryValueKind.Date;
        _scale = values.DateUnitRead;
        AreExact = true;
        values.Dates(out var validity).CopyTo(_keys);
        ClearNulls(validity);
        return true;
    }

    /// <summary>Loads the bytes of strings after their common prefix.</summary>
    private bool TryLoadStrings(StringBatch strings)
    {
        _kind = QueryValueKind.String;
        if (strings.Shared is null || strings.Shared != _shared)
        {
            LoadEntries(strings);
            _shared = strings.Shared;
        }

        AreExact = _areEntriesExact;
        (_prefix, _isDeep) = (_entryPrefix, false);
        var codes = strings.Codes;
        for (var row = 0; row < codes.Length; row++)
        {
            _keys[row] = codes[row] == StringBatch.NullCode ? NullKey : _entryKeys[codes[row]];
        }

        return true;
    }

    private void LoadEntries(StringBatch strings)
    {
        var count = strings.EntryCount;
        _entryKeys = _entryKeys.Length < count ? new long[count] : _entryKeys;
        var common = count > 0 ? strings.Entry(0) : default;
        for (var code = 1; code < count && common.Length > 0; code++)
        {
            common = common[..common.CommonPrefixLength(strings.Entry(code))];
        }

        _entryPrefix = common.ToArray();
        _areEntriesExact = true;
        for (var code = 0; code < count; code++)
        {
            var rest = strings.Entry(code)[_entryPrefix.Length..];
            _entryKeys[code] = KeyOfRest(rest);
            _areEntriesExact &= IsWhole(rest);
        }
    }

    /// <summary>Determines whether only one string can have a key.</summary>
    private static bool IsWhole(ReadOnlySpan<byte> rest) => rest.Length is > 0 and <= sizeof(long) && rest[^1] != 0;

    private void ClearNulls(ReadOnlySpan<ulong> validity)
    {
        if (MaskKernel.Count(validity) == _rows)
        {
            AreExact &= !Keys.Contains(NullKey);
            return;
        }

        for (var row = 0; row < _rows; row++)
        {
            if (!MaskKernel.IsSet(validity, row))
            {
                _keys[row] = NullKey;
            }
            else if (_keys[row] == NullKey)
            {
                AreExact = false;
            }
        }
    }

    private (bool IsFound, long Key, bool IsExact) BoundOfMantissas(in QueryValue value)
    {
        var isFound = new NumberLiteral(value).TryGetBounds(
            isDescending ? FilterOperator.GreaterOrEqual : FilterOperator.LessOrEqual, _scale, out var low, out var high);
        return (isFound || !isDescending, !isFound ? NullKey : isDescending ? low : high, AreExact && value.TryGetMantissa(_scale, out _));
    }

    private (bool IsFound, long Key, bool IsExact) BoundOfDates(in QueryValue value)
    {
        var floor = DateCount.Floor(DateCount.ToNanoseconds(value.GetTimestamp()), _scale, out var isExact);
        var isFound = BoundsOf.Count(isDescending ? FilterOperator.GreaterOrEqual : FilterOperator.LessOrEqual, floor, isExact, out var low, out var high);
        return (isFound || !isDescending, !isFound ? NullKey : isDescending ? low : high, isExact);
    }

    private (bool IsFound, long Key, bool IsExact) BoundOfStrings(ReadOnlySpan<byte> text) =>
        (true, KeyOf(text), AreExact && text.StartsWith(_prefix) && (IsWhole(text[_prefix.Length..]) || (_isDeep && text.Length == _prefix.Length)));

    /// <summary>Returns the key of a string. If it lacks the common prefix of the batch, the key is before or after all keys of the batch.</summary>
    private long KeyOf(ReadOnlySpan<byte> text)
    {
        if (text.StartsWith(_prefix))
        {
            return KeyOfRest(text[_prefix.Length..]);
        }

        return text.SequenceCompareTo(_prefix) < 0 ? NullKey : long.MaxValue;
    }

    private static long KeyOfRest(ReadOnlySpan<byte> rest)
    {
        Span<byte> first = stackalloc byte[sizeof(ulong)];
        first.Clear();
        rest[..Math.Min(rest.Length, first.Length)].CopyTo(first);
        return (long)(BinaryPrimitives.ReadUInt64BigEndian(first) ^ (1UL << 63));
    }
}
