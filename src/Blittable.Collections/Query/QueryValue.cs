using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using Blittable.Dates;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Holds a scalar of a query: the operand of a filter, the key of a group, or the result of an aggregate.</summary>
/// <remarks>Numbers are exact decimals of up to 28 digits, or doubles where they were stored or computed as such; the two compare as numbers.</remarks>
public readonly struct QueryValue : IEquatable<QueryValue>, IComparable<QueryValue>
{
    /// <summary>Integers up to here are exact in a double.</summary>
    private const long MostExact = 1L << 53;

    /// <summary>The digits that every decimal has room for, and the most after its point.</summary>
    private const int MostDigits = 28;

    private readonly decimal _exact;
    private readonly double _double;
    private readonly Timestamp _date;
    private readonly string? _text;

    private QueryValue(QueryValueKind kind, decimal exact = 0, double number = 0, Timestamp date = default, string? text = null, bool isExact = false)
    {
        Kind = kind;
        IsExact = isExact;
        _exact = exact;
        _double = number;
        _date = date;
        _text = text;
    }

    /// <summary>Gets the kind of the value.</summary>
    public QueryValueKind Kind { get; }

    /// <summary>Gets the null value.</summary>
    public static QueryValue Null => default;

    /// <summary>Whether a number is an exact decimal.</summary>
    internal bool IsExact { get; }

    /// <summary>Returns a boolean.</summary>
    public static QueryValue FromBoolean(bool value) => new(QueryValueKind.Boolean, exact: value ? 1 : 0);

    /// <summary>Returns an exact number.</summary>
    public static QueryValue FromDecimal(decimal value) => new(QueryValueKind.Number, exact: value, number: NearestDouble(value), isExact: true);

    /// <summary>An integer: most are exact as doubles, for which the way from a decimal takes long.</summary>
    private static QueryValue FromInt64(long value) =>
        value is >= -MostExact and <= MostExact ? new(QueryValueKind.Number, exact: value, number: value, isExact: true) : FromDecimal(value);

    /// <summary>Returns a double.</summary>
    public static QueryValue FromDouble(double value) => new(QueryValueKind.Number, number: value);

    /// <summary>Returns an instant.</summary>
    public static QueryValue FromTimestamp(Timestamp value) => new(QueryValueKind.Date, date: value);

    /// <summary>Returns a string.</summary>
    public static QueryValue FromString(string? value) => value is null ? Null : new(QueryValueKind.String, text: value);

    internal static QueryValue FromJson(string json) => new(QueryValueKind.Json, text: json);

    /// <summary>A mantissa over a power of ten: exact where a decimal can hold it.</summary>
    internal static QueryValue FromScaled(Int128 mantissa, int scale)
    {
        var magnitude = (UInt128)Int128.Abs(mantissa);
        return scale <= MostDigits && magnitude >> 96 == UInt128.Zero
            ? FromDecimal(
                new decimal((int)(uint)magnitude, (int)(uint)(magnitude >> 32), (int)(uint)(magnitude >> 64), Int128.IsNegative(mantissa), (byte)scale))
            : FromDouble((double)mantissa / Math.Pow(10, scale));
    }

    /// <summary>A scalar of a document; an object or array is <see cref="Null"/>.</summary>
    internal static QueryValue FromScalar(BlittableValue value) => value.Kind switch
    {
        BlittableValueKind.True => FromBoolean(true),
        BlittableValueKind.False => FromBoolean(false),
        BlittableValueKind.Number => IsDecimal(value) && value.TryGetDecimal(out var exact) ? FromDecimal(exact)
            : value.TryGetDouble(out var number) ? FromDouble(number)
            : Null,
        BlittableValueKind.String => value.TryGetTimestamp(out var date) ? FromTimestamp(date) : FromString(value.GetString()),
        _ => Null,
    };

    /// <summary>Gets the boolean.</summary>
    /// <exception cref="InvalidOperationException">The value is not a boolean.</exception>
    public bool GetBoolean() => Kind == QueryValueKind.Boolean ? _exact != 0 : throw Wrong(QueryValueKind.Boolean);

    /// <summary>Gets the number as a double.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number.</exception>
    public double GetDouble() => Kind == QueryValueKind.Number ? _double : throw Wrong(QueryValueKind.Number);

    /// <summary>Gets the number as a decimal.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number.</exception>
    /// <exception cref="OverflowException">It is a double beyond the range of a decimal.</exception>
    public decimal GetDecimal() => Kind != QueryValueKind.Number ? throw Wrong(QueryValueKind.Number) : IsExact ? _exact : (decimal)_double;

    /// <summary>Gets the number as an integer.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number, or has a fraction.</exception>
    /// <exception cref="OverflowException">It is out of range.</exception>
    public long GetInt64()
    {
        var value = GetDecimal();
        return decimal.IsInteger(value) ? (long)value : throw new InvalidOperationException($"Expected an integer, found {this}.");
    }

    /// <summary>The number as a mantissa of 64 bits over a power of ten, if it is one and known exactly.</summary>
    internal bool TryGetMantissa(int scale, out long mantissa)
    {
        var power = PowerOfTen.Int64(scale);
        var most = power == 0 ? 0 : long.MaxValue / power;
        var isExact = Kind == QueryValueKind.Number && IsExact && _exact >= -most && _exact <= most && decimal.IsInteger(_exact * power);
        mantissa = isExact ? (long)(_exact * power) : 0;
        return isExact;
    }

    /// <summary>Gets the instant.</summary>
    /// <exception cref="InvalidOperationException">The value is not a date.</exception>
    public Timestamp GetTimestamp() => Kind == QueryValueKind.Date ? _date : throw Wrong(QueryValueKind.Date);

    /// <summary>Gets the string, or the JSON of an object or array.</summary>
    /// <exception cref="InvalidOperationException">It is neither.</exception>
    public string GetString() => Kind is QueryValueKind.String or QueryValueKind.Json ? _text! : throw Wrong(QueryValueKind.String);

    /// <inheritdoc/>
    public int CompareTo(QueryValue other)
    {
        if (Kind != other.Kind)
        {
            return Kind.CompareTo(other.Kind);
        }

        return Kind switch
        {
            QueryValueKind.Boolean => _exact.CompareTo(other._exact),
            QueryValueKind.Number => IsExact && other.IsExact ? _exact.CompareTo(other._exact) : _double.CompareTo(other._double),
            QueryValueKind.Date => _date.CompareTo(other._date),
            QueryValueKind.String or QueryValueKind.Json => Utf8Order(_text!, other._text!),
            _ => 0,
        };
    }

    /// <inheritdoc/>
    public bool Equals(QueryValue other) => CompareTo(other) == 0;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is QueryValue other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Kind switch
    {
        QueryValueKind.Boolean => HashCode.Combine(Kind, _exact),
        QueryValueKind.Number => HashCode.Combine(Kind, _double),
        QueryValueKind.Date => HashCode.Combine(Kind, _date),
        _ => HashCode.Combine(Kind, _text),
    };

    /// <summary>As JSON has it; a number that JSON has no text for is null.</summary>
    public string ToJson() => Kind switch
    {
        QueryValueKind.Null => "null",
        QueryValueKind.Boolean => GetBoolean() ? "true" : "false",
        QueryValueKind.Number => IsExact || double.IsFinite(_double) ? ToString() : "null",
        QueryValueKind.Json => _text!,
        _ => $"\"{JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(ToString())}\"",
    };

    /// <summary>Returns the text of a table's cell: a string without quotes, nothing for <see cref="Null"/>.</summary>
    public override string ToString() => Kind switch
    {
        QueryValueKind.Null => "",
        QueryValueKind.Boolean => GetBoolean() ? "true" : "false",
        QueryValueKind.Number => IsExact ? _exact.ToString(CultureInfo.InvariantCulture) : _double.ToString("R", CultureInfo.InvariantCulture),
        QueryValueKind.Date => _date.ToString(),
        _ => _text!,
    };

    /// <summary>Returns an integer.</summary>
    public static implicit operator QueryValue(long value) => FromInt64(value);

    /// <summary>Returns a number.</summary>
    public static implicit operator QueryValue(decimal value) => FromDecimal(value);

    /// <summary>Returns a number: as a filter's literal, the decimal that its shortest text is.</summary>
    public static implicit operator QueryValue(double value) => FromDouble(value);

    /// <summary>Returns a boolean.</summary>
    public static implicit operator QueryValue(bool value) => FromBoolean(value);

    /// <summary>Returns a string.</summary>
    public static implicit operator QueryValue(string? value) => FromString(value);

    /// <summary>Returns an instant.</summary>
    public static implicit operator QueryValue(Timestamp value) => FromTimestamp(value);

    /// <summary>Returns an instant.</summary>
    public static implicit operator QueryValue(DateTimeOffset value) => FromTimestamp(Timestamp.FromDateTimeOffset(value));

    /// <summary>Converts a day to midnight in UTC.</summary>
    public static implicit operator QueryValue(DateOnly value) => FromTimestamp(Timestamp.FromDateOnly(value));

    /// <summary>Returns whether both are the same.</summary>
    public static bool operator ==(QueryValue left, QueryValue right) => left.Equals(right);

    /// <summary>Returns whether they differ.</summary>
    public static bool operator !=(QueryValue left, QueryValue right) => !left.Equals(right);

    /// <summary>Returns whether one comes before the other.</summary>
    public static bool operator <(QueryValue left, QueryValue right) => left.CompareTo(right) < 0;

    /// <summary>Returns whether one comes after the other.</summary>
    public static bool operator >(QueryValue left, QueryValue right) => left.CompareTo(right) > 0;

    /// <summary>Returns whether one does not come after the other.</summary>
    public static bool operator <=(QueryValue left, QueryValue right) => left.CompareTo(right) <= 0;

    /// <summary>Returns whether one does not come before the other.</summary>
    public static bool operator >=(QueryValue left, QueryValue right) => left.CompareTo(right) >= 0;

    /// <summary>Whether a number has no digit that its decimal would leave out; a number stored as a double is not exact.</summary>
    private static bool IsDecimal(BlittableValue value) => value.TryReadNumber(out var number) && number.Form switch
    {
        NumberForm.Integer or NumberForm.Decimal => number.FractionDigits <= MostDigits,
        NumberForm.Text => NumberText.TryParse(number.Text, out var parts)
            && (parts.IsTruncated ? number.Text.Length <= MostDigits && !number.Text.ContainsAny((byte)'e', (byte)'E') : parts.Exponent >= -MostDigits),
        _ => false,
    };

    /// <summary>The framework's own conversion is off by a unit in the last place at times.</summary>
    private static double NearestDouble(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        if (bits[2] != 0)
        {
            return double.Parse(value.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        }

        var magnitude = DecimalToDouble.Convert(((ulong)(uint)bits[1] << 32) | (uint)bits[0], -value.Scale);
        return value < 0 ? -magnitude : magnitude;
    }

    private InvalidOperationException Wrong(QueryValueKind expected) => new($"Expected a value of kind {expected}, found one of kind {Kind}.");

    /// <summary>Strings are ordered as columns order them: by their bytes in UTF-8.</summary>
    private static int Utf8Order(string left, string right)
    {
        if (Ascii.IsValid(left) && Ascii.IsValid(right))
        {
            return string.CompareOrdinal(left, right);
        }

        return Encoding.UTF8.GetBytes(left).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(right));
    }
}
