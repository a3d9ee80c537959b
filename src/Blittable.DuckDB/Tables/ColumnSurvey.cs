using System.Buffers.Text;
using System.Globalization;
using System.Text;
using System.Text.Unicode;
using Blittable.Collections;
using Blittable.Collections.Stripes;
using Blittable.Dates;

namespace Blittable.DuckDB.Tables;

/// <summary>Determines the type of a column from all of its values. Not thread-safe.</summary>
internal sealed class ColumnSurvey
{
    private const int FastDigits = 18, MostDigits = 38, DigitsOfDouble = 15, StackBytes = 128;

    private const long MostOfDouble = 999_999_999_999_999, NanosecondsOfMicrosecond = 1000;

    private bool _hasBooleans, _hasTexts, _hasNumbers, _hasDates, _hasOthers;
    private bool _areDecimals = true, _areDoubles = true, _isUniform = true;
    private int _wholeDigits, _scale;
    private DateTextForm? _form;
    private long[] _times = [], _numbers = [];
    private bool _fitsInt64 = true;

    /// <summary>The range of the observed integers. Shorter integers within it do not change the type.</summary>
    private long _least = long.MaxValue, _most = long.MinValue;

    /// <summary>Gets a value that indicates whether objects, arrays or binary values were observed.</summary>
    public bool HasContainers => _hasOthers;

    /// <summary>Gets a value that indicates whether NaN or an infinity was observed, which count as null.</summary>
    public bool HasNotFinite { get; private set; }

    /// <summary>Observes the values of a batch.</summary>
    public void Observe(ScanColumn column, int count)
    {
        if (column.TryGetMantissas(out var mantissas, out var scale))
        {
            ObserveMantissas(mantissas, scale);
            return;
        }

        if (column.TryGetStrings(out _))
        {
            _hasTexts = true;
            return;
        }

        _times = _times.Length < count ? new long[count] : _times;
        if (column.TryGetDateForm(out var form) && column.TryCopyUnixMicroseconds(_times))
        {
            _hasDates |= count > 0;
            ObserveForm(form);
            return;
        }

        for (var row = 0; row < count; row++)
        {
            Observe(column[row]);
        }
    }

    /// <summary>Observes the scalars of stored rows.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="states">A bit for each state that the rows have.</param>
    public void Observe(NodeRows rows, int states)
    {
        _hasBooleans |= Has(NodeState.Boolean);
        _hasTexts |= Has(NodeState.String);
        if (Has(NodeState.Number))
        {
            _hasNumbers = true;
            ObserveNumbers(rows);
        }

        if (Has(NodeState.Date))
        {
            _hasDates = true;
            ObserveDates(rows);
        }

        bool Has(NodeState state) => (states & 1 << (int)state) != 0;
    }

    /// <summary>Observes a value of a document that is not null, an object or an array.</summary>
    public void Observe(in BlittableValue value)
    {
        Span<byte> text = stackalloc byte[StackBytes];
        switch (value.Kind)
        {
            case BlittableValueKind.True or BlittableValueKind.False:
                _hasBooleans = true;
                break;
            case BlittableValueKind.Number when value.TryGetInt64(out var integer):
                _hasNumbers = true;
                ObserveInteger(integer);
                break;
            case BlittableValueKind.Number when value.TryCopyNumberText(text, out var length):
                _hasNumbers = true;
                ObserveNumber(text[..length]);
                break;
            case BlittableValueKind.Number when DocumentDecimals.IsFinite(value):
                _hasNumbers = true;
                ObserveNumber(Encoding.UTF8.GetBytes(value.GetNumberText()));
                break;
            case BlittableValueKind.Number:
                HasNotFinite = true;
                break;
            case BlittableValueKind.String when value.IsDate && value.TryGetTimestamp(out var time) && time.IsNormalized && value.TryCopyUtf8(text, out var length):
                _hasDates = true;
                ObserveDate(text[..length]);
                break;
            case BlittableValueKind.String:
                _hasTexts = true;
                break;
            default:
                _hasOthers = true;
                break;
        }
    }

    /// <summary>Returns the column with the type that represents all observed values.</summary>
    public TableColumn ToColumn(string name, string path)
    {
        var kinds = (_hasBooleans ? 1 : 0) + (_hasTexts ? 1 : 0) + (_hasNumbers ? 1 : 0) + (_hasDates ? 1 : 0);
        var kind = _hasOthers || kinds == 0 ? TableColumnType.Json
            : (_hasTexts || (_hasDates && !_isUniform)) && !_hasNumbers && !_hasBooleans ? TableColumnType.Text
            : kinds > 1 ? TableColumnType.Json
            : _hasBooleans ? TableColumnType.Boolean
            : _hasDates ? (_form!.Value.IsDateOnly ? TableColumnType.Day : _form.Value.Zone == DateTextZone.None ? TableColumnType.LocalTime : TableColumnType.Instant)
            : NumberKind();
        return new TableColumn(name, path, kind, kind is TableColumnType.Decimal or TableColumnType.WideDecimal ? _scale : 0) { HasContainers = _hasOthers };
    }

    private TableColumnType NumberKind()
    {
        var digits = _wholeDigits + _scale;
        return !_areDecimals || digits > MostDigits ? (_areDoubles ? TableColumnType.Double : TableColumnType.Json)
            : digits <= FastDigits ? (_scale == 0 ? TableColumnType.Integer : TableColumnType.Decimal)
            : _scale == 0 && digits <= FastDigits + 1 && _fitsInt64 ? TableColumnType.Integer
            : _areDoubles ? TableColumnType.Double : TableColumnType.WideDecimal;
    }

    private void ObserveMantissas(ReadOnlySpan<long> mantissas, int scale)
    {
        // Numbers such as 1.0 determine the scale of a chunk, but not the type of a column.
        long divisor = 1;
        for (; scale > 0 && divisor <= long.MaxValue / 100 && AreMultiples(mantissas, 10 * divisor); scale--)
        {
            divisor *= 10;
        }

        long min = 0, max = 0;
        foreach (var mantissa in mantissas)
        {
            min = Math.Min(min, mantissa);
            max = Math.Max(max, mantissa);
        }

        (min, max) = (min / divisor, max / divisor);
        _hasNumbers |= mantissas.Length > 0;
        if (min < -MostOfDouble || max > MostOfDouble)
        {
            // Numbers with so many digits may have no double each.
            for (var row = 0; row < mantissas.Length && _areDoubles; row++)
            {
                ObserveLong(mantissas[row] / divisor, scale);
            }
        }

        ObserveExtent(min, scale);
        ObserveExtent(max, scale);
    }

    private void ObserveNumbers(NodeRows rows)
    {
        var states = rows.States;
        if (rows.NumberChunk.Format != ChunkFormat.Double)
        {
            _numbers = _numbers.Length < states.Length ? new long[states.Length] : _numbers;
            var count = 0;
            for (var row = 0; row < states.Length; row++)
            {
                if (states[row] == NodeState.Number)
                {
                    _numbers[count++] = rows.Number(row);
                }
            }

            ObserveMantissas(_numbers.AsSpan(0, count), rows.NumberChunk.Scale);
            return;
        }

        Span<byte> scratch = stackalloc byte[StackBytes];
        for (var row = 0; row < states.Length; row++)
        {
            if (states[row] == NodeState.Number)
            {
                ObserveNumber(rows.DoubleText(row, scratch));
            }
        }
    }

    private void ObserveDates(NodeRows rows)
    {
        var states = rows.States;
        for (var row = 0; row < states.Length; row++)
        {
            if (states[row] != NodeState.Date)
            {
                continue;
            }

            var form = rows.DateForm(row);
            _isUniform &= DateUnit.TryUnpackForm(form, out var text)
                && DateUnit.ToTimestamp(rows.Date(row), rows.DateChunk.Scale, form).Nanoseconds % NanosecondsOfMicrosecond == 0;
            ObserveForm(text);
            if (rows.DateChunk is { Form: TextForm.Same, Scale: < DateUnit.Nanoseconds } && !DateUnit.HasRest(form))
            {
                // All dates have this form.
                return;
            }
        }
    }

    private static bool AreMultiples(ReadOnlySpan<long> mantissas, long divisor)
    {
        foreach (var mantissa in mantissas)
        {
            if (mantissa % divisor != 0)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Determines whether a number with more digits than each double preserves is a double.</summary>
    private void ObserveLong(long mantissa, int scale)
    {
        if (mantissa is < -MostOfDouble or > MostOfDouble)
        {
            Span<byte> text = stackalloc byte[StackBytes];
            Utf8.TryWrite(text, CultureInfo.InvariantCulture, $"{mantissa}e-{scale}", out var length);
            _areDoubles = IsDouble(text[..length]);
        }
    }

    /// <summary>Observes a mantissa and a scale without determining whether the number is a double.</summary>
    /// <returns>The number of digits.</returns>
    private int ObserveExtent(Int128 mantissa, int scale)
    {
        var digits = DecimalDigits.Count(mantissa);
        _scale = Math.Max(_scale, scale);
        _wholeDigits = Math.Max(_wholeDigits, Math.Max(digits - scale, 0));
        _fitsInt64 &= mantissa >= long.MinValue && mantissa <= long.MaxValue;
        return digits;
    }

    private void Observe(QueryValue value)
    {
        switch (value.Kind)
        {
            case QueryValueKind.Null:
                break;
            case QueryValueKind.Boolean:
                _hasBooleans = true;
                break;
            case QueryValueKind.String:
                _hasTexts = true;
                break;
            case QueryValueKind.Number:
                _hasNumbers = true;
                ObserveNumber(Encoding.UTF8.GetBytes(value.ToJson()));
                break;
            case QueryValueKind.Date:
                _hasDates = true;
                ObserveDate(Encoding.UTF8.GetBytes(value.ToJson()).AsSpan()[1..^1]);
                break;
            default:
                _hasOthers = true;
                break;
        }
    }

    private void ObserveNumber(ReadOnlySpan<byte> text)
    {
        if (Utf8Parser.TryParse(text, out long integer, out var length) && length == text.Length)
        {
            ObserveInteger(integer);
        }
        else if (DecimalDigits.TryRead(text, out var mantissa, out var scale))
        {
            ObserveExact(mantissa, scale, text);
        }
        else
        {
            _areDecimals = false;
            _areDoubles = _areDoubles && IsDouble(text);
        }
    }

    private void ObserveInteger(long integer)
    {
        // Longer integers may have no double each.
        if (integer < _least || integer > _most || integer is < -MostOfDouble or > MostOfDouble)
        {
            (_least, _most) = (Math.Min(integer, _least), Math.Max(integer, _most));
            Span<byte> text = stackalloc byte[StackBytes];
            Utf8Formatter.TryFormat(integer, text, out var length);
            ObserveExact(integer, 0, text[..length]);
        }
    }

    private void ObserveExact(Int128 mantissa, int scale, ReadOnlySpan<byte> text)
    {
        // Every decimal with up to this many digits survives a round trip through a double; longer decimals need their text.
        var digits = ObserveExtent(mantissa, scale);
        _areDoubles = _areDoubles && (digits <= DigitsOfDouble || IsDouble(text));
    }

    private void ObserveDate(ReadOnlySpan<byte> text)
    {
        _isUniform &= Iso8601.TryParse(text, out var value, out var form) && value.Nanoseconds % NanosecondsOfMicrosecond == 0;
        ObserveForm(form);
    }

    private void ObserveForm(DateTextForm form)
    {
        _isUniform &= _form is not { } first || (first.IsDateOnly == form.IsDateOnly && (first.Zone == DateTextZone.None) == (form.Zone == DateTextZone.None));
        _form ??= form;
    }

    /// <summary>Determines whether the shortest text of the nearest double represents an equal number.</summary>
    private static bool IsDouble(ReadOnlySpan<byte> text)
    {
        var number = double.Parse(text, CultureInfo.InvariantCulture);
        if (!double.IsFinite(number))
        {
            return false;
        }

        using var given = BlittableDocument.Parse(text);
        using var shortest = BlittableDocument.Parse(number.ToString("R", CultureInfo.InvariantCulture));
        return BlittableValue.DeepEquals(given.Root, shortest.Root);
    }
}
