using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>What is at one path in the selected rows of a chunk group, each kind of value read when it is asked for. Reusable.</summary>
internal sealed partial class PathValues
{
    private readonly GroupCursor _cursor;
    private readonly PathPlan _path;
    private readonly NumberVector _numbers = new();
    private readonly StringBatch _strings = new();
    private readonly List<QueryValue> _documents = [];
    private long[] _dates = [];
    private ulong[] _dateValidity = [];
    private bool[] _booleans = [];
    private ulong[] _booleanValidity = [];
    private bool _hasNumbers;
    private bool _hasStrings;
    private bool _hasDates;
    private bool _hasBooleans;

    public PathValues(GroupCursor cursor, PathPlan path)
    {
        _cursor = cursor;
        _path = path;
    }

    /// <summary>The rows selected.</summary>
    public int Rows => _cursor.Selection.Count;

    /// <summary>Whether the values were taken from documents, as <see cref="Documents"/>.</summary>
    public bool AreDocuments => _path[_cursor.StripeIndex].Coverage == PathCoverage.Documents;

    /// <summary>The values of rows that were read from documents.</summary>
    public IReadOnlyList<QueryValue> Documents => _documents;

    private StripeNode? Node => _path[_cursor.StripeIndex].Node;

    private int Words => MaskKernel.Words(Rows);

    /// <summary>Another group: nothing is read yet.</summary>
    public void Forget() => _hasNumbers = _hasStrings = _hasDates = _hasBooleans = false;

    public void StartDocuments() => _documents.Clear();

    public void AddDocument(BlittableValue root) =>
        _documents.Add(_path.Path.TryEvaluate(root, out var value) ? QueryValue.FromScalar(value) : QueryValue.Null);

    /// <summary>Whether any selected row may have a value of a kind in the stripe's columns.</summary>
    public bool MayHave(ColumnKind kind) => !AreDocuments && Chunk(Column(kind)) is { Format: not ChunkFormat.Absent };

    /// <summary>Whether columns have nothing but strings that are no dates.</summary>
    public bool HasOnlyStrings =>
        MayHave(ColumnKind.String) && !MayHave(ColumnKind.Number) && !MayHave(ColumnKind.Date) && !MayHave(ColumnKind.Boolean);

    /// <summary>The numbers.</summary>
    public NumberVector Numbers()
    {
        if (!_hasNumbers)
        {
            _hasNumbers = true;
            if (AreDocuments)
            {
                TakeNumbers();
            }
            else
            {
                ReadNumbers();
            }
        }

        return _numbers;
    }

    /// <summary>The strings that are no dates, as entries and codes; of columns only.</summary>
    public StringBatch Strings()
    {
        if (!_hasStrings)
        {
            _hasStrings = true;
            Column(ColumnKind.String)!.ReadStrings(_cursor.Group, _strings);
            if (!_cursor.Selection.IsAll)
            {
                _strings.Keep(_cursor.Selection.Mask);
            }
        }

        return _strings;
    }

    /// <summary>The dates as counts of <see cref="DateUnitRead"/>; of columns only.</summary>
    /// <param name="validity">A bit a row, set where there is a date.</param>
    public ReadOnlySpan<long> Dates(out ReadOnlySpan<ulong> validity)
    {
        if (!_hasDates)
        {
            _hasDates = true;
            ReadDates();
        }

        validity = _dateValidity.AsSpan(0, Words);
        return _dates.AsSpan(0, Rows);
    }

    /// <summary>The unit that dates were read in: the path's own, unless some date does not fit 64 bits in it.</summary>
    public int DateUnitRead => _path.DatesFit ? _path.DateUnit : Node!.Dates!.Chunk(_cursor.Group).Scale;

    /// <summary>The booleans; of columns only.</summary>
    /// <param name="validity">A bit a row, set where there is a boolean.</param>
    public ReadOnlySpan<bool> Booleans(out ReadOnlySpan<ulong> validity)
    {
        if (!_hasBooleans)
        {
            _hasBooleans = true;
            Read(Column(ColumnKind.Boolean)!, ref _booleans, ref _booleanValidity);
        }

        validity = _booleanValidity.AsSpan(0, Words);
        return _booleans.AsSpan(0, Rows);
    }

    /// <summary>One row's scalar, whatever its kind.</summary>
    public QueryValue this[int row]
    {
        get
        {
            if (AreDocuments)
            {
                return _documents[row];
            }

            if (MayHave(ColumnKind.Number) && Numbers() is var numbers && !numbers.IsNull(row))
            {
                return numbers[row];
            }

            if (MayHave(ColumnKind.String) && Strings() is var strings && !strings.IsNull(row))
            {
                return QueryValue.FromString(strings.GetString(row));
            }

            if (MayHave(ColumnKind.Date) && Dates(out var validity) is var dates && MaskKernel.IsSet(validity, row))
            {
                return QueryValue.FromTimestamp(DateUnit.ToTimestamp(dates[row], DateUnitRead, 0));
            }

            return MayHave(ColumnKind.Boolean) && Booleans(out validity) is var booleans && MaskKernel.IsSet(validity, row)
                ? QueryValue.FromBoolean(booleans[row])
                : QueryValue.Null;
        }
    }

    private StripeColumn? Column(ColumnKind kind) => kind switch
    {
        ColumnKind.Number => Node?.Numbers,
        ColumnKind.String => Node?.Strings,
        ColumnKind.Date => Node?.Dates,
        _ => Node?.Booleans,
    };

    private ChunkInfo? Chunk(StripeColumn? column) => column?.Chunk(_cursor.Group);
}
