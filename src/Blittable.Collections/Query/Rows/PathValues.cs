using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents the values at a path in the selected rows of a chunk group. Each kind of value is read on demand. Reusable.</summary>
internal sealed partial class PathValues
{
    private readonly GroupCursor _cursor;
    private readonly PathPlan _path;
    private readonly NumberVector _numbers = new();
    private readonly StringBatch _strings = new();
    private readonly StringBatch _numberTexts = new();
    private readonly List<QueryValue> _documents = [];
    private int[] _stringRows = [];
    private long[] _digits = [];
    private ulong[] _digitValidity = [];
    private long[] _dateForms = [];
    private ulong[] _dateFormValidity = [];
    private long[] _dates = [];
    private ulong[] _dateValidity = [];
    private bool[] _booleans = [];
    private ulong[] _scalars = [];
    private ulong[] _booleanValidity = [];

    // Each flag is set after its values were read. If reading fails, the next call reads again, because the values of the previous group are still there.
    private bool _isComputed;
    private bool _hasNumbers;
    private bool _hasStrings;
    private bool _areComputedStrings;
    private bool _hasDates;
    private bool _hasBooleans;
    private bool _hasDigits;
    private bool _hasDateForms;
    private NodeState[] _states = [];
    private bool _hasStates;

    public PathValues(GroupCursor cursor, PathPlan path)
    {
        _cursor = cursor;
        _path = path;
    }

    /// <summary>Gets the number of selected rows.</summary>
    public int Count => _cursor.Selection.Count;

    /// <summary>Gets a value that indicates whether the values were read from documents or computed, and are in <see cref="Documents"/>.</summary>
    public bool AreDocuments =>
        _cursor.IsGiven || (_path[_cursor.StripeIndex].Coverage == PathCoverage.Documents && !_path.AreInstants && !AreComputedStrings);

    /// <summary>Gets the values that were read from documents or computed.</summary>
    public IReadOnlyList<QueryValue> Documents
    {
        get
        {
            if (_path.Expression is { } expression && !_isComputed)
            {
                _documents.Clear();
                var results = _cursor.ResultsOfStrings(expression);
                for (var row = 0; row < Count; row++)
                {
                    _documents.Add(results is null ? expression.At(_cursor, row) : results[row]);
                }

                _isComputed = true;
            }

            return _documents;
        }
    }

    /// <summary>Gets a value that indicates whether the values are strings or null, computed for all rows at once.</summary>
    private bool AreComputedStrings
    {
        get
        {
            if (_path.Expression is not { MayBeStrings: true } expression || _cursor.IsGiven)
            {
                return false;
            }

            if (!_hasStrings)
            {
                _areComputedStrings = expression.TryStrings(_cursor, _strings);
                _hasStrings = true;
            }

            return _areComputedStrings;
        }
    }

    /// <summary>Gets the rows that columns are read for. After unnesting, several selected rows may share one of them.</summary>
    private RowSelection Selection => _cursor.SelectionOf(_path);

    private int Rows => Selection.Count;

    private StripeNode? Node => _path[_cursor.StripeIndex].Node;

    private int Words => MaskKernel.Words(Rows);

    /// <summary>Discards all values when moving to another group.</summary>
    public void Forget() => _isComputed = _hasNumbers = _hasStrings = _hasDates = _hasBooleans = _hasDigits = _hasDateForms = _hasStates = false;

    public void StartDocuments() => _documents.Clear();

    public void AddDocument(BlittableValue root) =>
        _documents.Add(_path.Path.TryEvaluate(root, out var value) ? QueryValue.FromScalar(value) : QueryValue.Missing);

    public void AddDocument(QueryValue value) => _documents.Add(value);

    /// <summary>Determines whether any selected row may have a value of a kind in the stripe's columns.</summary>
    public bool MayHave(ColumnKind kind) =>
        _path.AreInstants && !AreDocuments ? kind == ColumnKind.Date
        : AreComputedStrings ? kind == ColumnKind.String
        : !AreDocuments && Chunk(Column(kind)) is { Format: not ChunkFormat.Absent };

    /// <summary>Gets a value that indicates whether columns contain only strings that are not dates.</summary>
    public bool HasOnlyStrings =>
        MayHave(ColumnKind.String) && !MayHave(ColumnKind.Number) && !MayHave(ColumnKind.Date) && !MayHave(ColumnKind.Boolean);

    /// <summary>Gets a value that indicates whether columns contain only numbers.</summary>
    public bool HasOnlyNumbers =>
        MayHave(ColumnKind.Number) && !MayHave(ColumnKind.String) && !MayHave(ColumnKind.Date) && !MayHave(ColumnKind.Boolean);

    /// <summary>Gets a value that indicates whether columns contain only dates.</summary>
    public bool HasOnlyDates =>
        MayHave(ColumnKind.Date) && !MayHave(ColumnKind.Number) && !MayHave(ColumnKind.String) && !MayHave(ColumnKind.Boolean);

    /// <summary>Gets a value that indicates whether the numbers are not mantissas of the path's common scale.</summary>
    public bool HasOddNumbers => AreDocuments
        || (Chunk(Node?.Numbers) is { Format: not ChunkFormat.Absent } chunk
            && (_path.Numbers.Kind != NumberShapeKind.Exact || !NumberChunkSurvey.TryScale(chunk, _path.Numbers.Scale, out _, out _)));

    /// <summary>Returns the numbers.</summary>
    public NumberVector Numbers()
    {
        if (!_hasNumbers)
        {
            if (!AreDocuments)
            {
                ReadNumbers();
            }
            else if (_path.Expression?.TryNumbers(_cursor, _numbers) != true)
            {
                TakeNumbers();
            }

            _hasNumbers = true;
        }

        return _numbers;
    }

    /// <summary>Gets a value that indicates whether <see cref="Strings"/> was called for these rows.</summary>
    public bool HasReadStrings => _hasStrings;

    /// <summary>Gets a value that indicates whether <see cref="Numbers"/> was called for these rows, and there are no other values.</summary>
    public bool HasReadNumbers => _hasNumbers && HasOnlyNumbers;

    /// <summary>Returns the strings that are not dates, as entries and codes. Only for columns and for strings computed for all rows at once.</summary>
    public StringBatch Strings()
    {
        if (!_hasStrings)
        {
            ReadStringsOfRows(Column(ColumnKind.String)!);
            if (_cursor.PlacesOf(_path) is { IsEmpty: false } places)
            {
                _strings.Repeat(places);
            }

            _hasStrings = true;
        }

        return _strings;
    }

    /// <summary>Returns the dates as counts of <see cref="DateUnitRead"/>. Only for columns.</summary>
    /// <param name="validity">Receives one bit per row, set if it has a date.</param>
    public ReadOnlySpan<long> Dates(out ReadOnlySpan<ulong> validity)
    {
        if (!_hasDates)
        {
            if (_path.AreInstants)
            {
                MapInstants(_path.Expression!);
            }
            else
            {
                ReadDates();
            }

            _hasDates = true;
        }

        validity = _dateValidity.AsSpan(0, MaskKernel.Words(Count));
        return _dates.AsSpan(0, Count);
    }

    /// <summary>Gets the unit that dates are read in: the path's own, unless some date does not fit in 64 bits in that unit.</summary>
    public int DateUnitRead => _path.DatesFit || _path.AreInstants ? _path.DateUnit : Node!.Dates!.Chunk(_cursor.Group).Scale;

    /// <summary>Gets the common form of all dates of the chunk.</summary>
    public bool TryGetCommonDateForm(out long form)
    {
        var chunk = AreDocuments || _path.AreInstants ? null : Chunk(Node?.Dates);
        form = chunk?.CommonForm ?? 0;
        return chunk is { Form: TextForm.Same };
    }

    /// <summary>Gets a value that indicates whether dates may have nanoseconds beyond the microseconds that they are stored in.</summary>
    public bool HasDateRests => _path.AreInstants || DateUnitRead == DateUnit.Microseconds;

    /// <summary>Returns the booleans. Only for columns.</summary>
    /// <param name="validity">Receives one bit per row, set if it has a boolean.</param>
    public ReadOnlySpan<bool> Booleans(out ReadOnlySpan<ulong> validity)
    {
        if (!_hasBooleans)
        {
            Read(Column(ColumnKind.Boolean)!.Open(_cursor.Group), ref _booleans, ref _booleanValidity);
            _hasBooleans = true;
        }

        validity = _booleanValidity.AsSpan(0, MaskKernel.Words(Count));
        return _booleans.AsSpan(0, Count);
    }

    /// <summary>Gets a value that indicates whether all values are computed numbers or null, so <see cref="Numbers"/> determines them.</summary>
    public bool AreComputedNumbers => _path.Expression is { AreComputed: true };

    /// <summary>Gets a value that indicates whether all values were computed and are numbers or null. Equal numbers may have different texts, so
    /// <see cref="Numbers"/> determines only their values.</summary>
    public bool AreOnlyNumbers => AreComputedNumbers || (!_cursor.IsGiven && AreDocuments && _path.Expression?.AreNumbers(_cursor) == true);

    /// <summary>Gets the scalar of a row, of any kind.</summary>
    public QueryValue this[int row]
    {
        get
        {
            if (AreDocuments)
            {
                return AreComputedNumbers ? Numbers()[row] : Documents[row];
            }

            if (MayHave(ColumnKind.Number) && Numbers() is var numbers && !numbers.IsNull(row))
            {
                return Number(numbers, row);
            }

            if (MayHave(ColumnKind.String) && Strings() is var strings && !strings.IsNull(row))
            {
                return QueryValue.FromText(strings.GetString(row));
            }

            if (MayHave(ColumnKind.Date) && Dates(out var validity) is var dates && MaskKernel.IsSet(validity, row))
            {
                return DateCount.ToValue(dates[row], DateUnitRead, DateForm(row));
            }

            return MayHave(ColumnKind.Boolean) && Booleans(out validity) is var booleans && MaskKernel.IsSet(validity, row)
                ? QueryValue.FromBoolean(booleans[row])
                : QueryValue.Null;
        }
    }

    /// <summary>Returns the scalar of a row, or a null value with the state of the row. The result of an expression is null or a scalar.</summary>
    public QueryValue WithState(int row)
    {
        var value = this[row];
        if (value.Kind != QueryValueKind.Null || AreDocuments || _path.Expression is not null)
        {
            return value;
        }

        if (!_hasStates)
        {
            ReadStates();
            _hasStates = true;
        }

        return NodeStates.ToValue(_states[row]);
    }

    /// <summary>Determines whether a row has no scalar, or null.</summary>
    public bool IsNull(int row)
    {
        if (AreDocuments)
        {
            return this[row].Kind == QueryValueKind.Null;
        }

        return !((MayHave(ColumnKind.Number) && !Numbers().IsNull(row))
            || (MayHave(ColumnKind.String) && !Strings().IsNull(row))
            || (MayHave(ColumnKind.Date) && !Dates(out var validity).IsEmpty && MaskKernel.IsSet(validity, row))
            || (MayHave(ColumnKind.Boolean) && !Booleans(out validity).IsEmpty && MaskKernel.IsSet(validity, row)));
    }

    /// <summary>Returns one bit for each row, set if it has a scalar other than null; empty if all rows have one. Strings are not read if each row has
    /// one.</summary>
    public ReadOnlySpan<ulong> Validity()
    {
        if (AreOnlyNumbers || HasOnlyNumbers)
        {
            return Numbers().HasNulls ? Numbers().Validity : [];
        }

        if (HasOnlyDates)
        {
            Dates(out var dates);
            return dates;
        }

        if (HasOnlyStrings && Chunk(Node?.Strings)?.Values == Selection.Rows)
        {
            return [];
        }

        _scalars = _scalars.Length < MaskKernel.Words(Count) ? new ulong[MaskKernel.Words(Count)] : _scalars;
        _scalars.AsSpan().Clear();
        var codes = HasOnlyStrings ? Strings().Codes : default;
        for (var row = 0; row < Count; row++)
        {
            _scalars[row >> 6] |= (codes.IsEmpty ? IsNull(row) : codes[row] == StringBatch.NullCode) ? 0 : 1UL << row;
        }

        return _scalars.AsSpan(0, MaskKernel.Words(Count));
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
