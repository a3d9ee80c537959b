using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Dates;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Represents a scalar in a query: the operand of a filter, the key of a group, or the result of an aggregate.</summary>
/// <remarks>Numbers are exact decimals of any size, and dates are instants, so equal values may have different texts. A value read from a document keeps the
/// document's text.</remarks>
[StructLayout(LayoutKind.Auto)]
public readonly partial struct QueryValue : IEquatable<QueryValue>, IComparable<QueryValue>
{
    /// <summary>The range of doubles whose shortest text has no exponent.</summary>
    private const double LeastPlain = 1e-4, MostPlain = 1e15;

    /// <summary>For strings and JSON, the text. For numbers, null, the text from a document, or a <see cref="LargeNumber"/>.</summary>
    private readonly object? _reference;

    /// <summary>For numbers, the mantissa; for dates, the seconds; for booleans, 1 for true; for null, the <see cref="ValueState"/>.</summary>
    private readonly long _bits;

    /// <summary>For dates, the timestamp without the seconds; for numbers, the exponent.</summary>
    private readonly ulong _rest;

    /// <summary>For dates, the bits of the text form.</summary>
    private readonly ushort _form;

    private QueryValue(QueryValueKind kind, long bits, object? reference = null, ulong rest = 0, ushort form = 0)
    {
        Kind = kind;
        _bits = bits;
        _reference = reference;
        _rest = rest;
        _form = form;
    }

    /// <summary>Gets the kind of the value.</summary>
    public QueryValueKind Kind { get; }

    /// <summary>Gets the null value.</summary>
    public static QueryValue Null => default;

    /// <summary>Gets the null value of a row without a value.</summary>
    internal static QueryValue Missing => new(QueryValueKind.Null, (long)ValueState.Missing);

    /// <summary>Gets the null value of a row with an object or array.</summary>
    internal static QueryValue Container => new(QueryValueKind.Null, (long)ValueState.Container);

    /// <summary>Gets the state of the row that the value comes from.</summary>
    internal ValueState State => Kind == QueryValueKind.Null ? (ValueState)_bits : Kind == QueryValueKind.Json ? ValueState.Container : ValueState.Scalar;

    /// <summary>Gets the value as an operand or result of an expression: null if the value is missing, an object or an array.</summary>
    internal QueryValue Scalar => Kind is QueryValueKind.Null or QueryValueKind.Json ? Null : this;

    /// <summary>Gets the exact number. Valid only for numbers.</summary>
    internal ExactNumber Number => _reference is LargeNumber large ? new ExactNumber(large) : new ExactNumber(_bits, (int)_rest);

    /// <summary>Gets the text form of the date.</summary>
    internal DateTextForm DateForm => DateTextForm.FromKnownBits(_form);

    /// <summary>Gets the number's text in the document, if the number does not determine it.</summary>
    internal string? NumberText => _reference is LargeNumber large ? large.Text : _reference as string;

    /// <summary>Creates a boolean.</summary>
    public static QueryValue FromBoolean(bool value) => new(QueryValueKind.Boolean, value ? 1 : 0);

    /// <summary>Creates a number.</summary>
    public static QueryValue FromDecimal(decimal value)
    {
        var number = ExactNumber.OfDecimal(value);

        // Beyond 64 bits, trailing zeros become a positive exponent, which only a text with an exponent can have.
        return number is { IsSmall: true, Exponent: <= 0 }
            ? FromMantissa(number.Mantissa, number.Exponent)
            : FromNumber(number, value.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Creates the number that the shortest text of a double represents.</summary>
    public static QueryValue FromDouble(double value)
    {
        if (Math.Abs(value) is >= LeastPlain and < MostPlain && ShortestDecimal.TryGet(value, out var mantissa, out var exponent))
        {
            return FromMantissa(mantissa, exponent);
        }

        Span<byte> text = stackalloc byte[32];
        return double.IsFinite(value) && System.Buffers.Text.Utf8Formatter.TryFormat(value, text, out var length)
            ? FromNumberText(text[..length])
            : FromNumber(ExactNumber.OfDouble(value));
    }

    /// <summary>Parses a JSON number and preserves all of its digits and its exponent.</summary>
    /// <exception cref="FormatException">The text is not a JSON number.</exception>
    public static QueryValue ParseNumber(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var utf8 = Encoding.UTF8.GetBytes(text);
        return ExactNumber.TryParse(utf8, out _, out _) ? FromNumberText(utf8) : throw new FormatException($"'{text}' is not a JSON number.");
    }

    /// <summary>Creates an instant.</summary>
    public static QueryValue FromTimestamp(Timestamp value) => FromDate(value, DateTextForm.For(value));

    /// <summary>Creates a string, or the null value for <see langword="null"/>.</summary>
    /// <exception cref="ArgumentException"><paramref name="value"/> contains a lone surrogate, which no document can contain.</exception>
    public static QueryValue FromString(string? value)
    {
        Utf8Text.RequireWholePairs(value, nameof(value));
        return FromText(value);
    }

    /// <summary>Creates a string from text that was decoded or checked, or the null value for null.</summary>
    internal static QueryValue FromText(string? value) => value is null ? Null : new(QueryValueKind.String, 0, value);

    internal static QueryValue FromJson(string json) => new(QueryValueKind.Json, 0, json);

    /// <summary>Creates an instant with a text form.</summary>
    internal static QueryValue FromDate(Timestamp value, DateTextForm form) => new(QueryValueKind.Date, value.UnixSeconds, null, value.Rest, form.Bits);

    /// <summary>Creates a number whose text has as many fraction digits as the exponent indicates.</summary>
    internal static QueryValue FromMantissa(long mantissa, int exponent)
    {
        Debug.Assert(exponent <= 0, "A number with a positive exponent requires a text.");
        return new(QueryValueKind.Number, mantissa, null, (ulong)exponent);
    }

    /// <summary>Creates a number from a mantissa, a scale and a text form.</summary>
    internal static QueryValue FromMantissa(long mantissa, int scale, TextForm form)
    {
        if (form is TextForm.Trimmed or TextForm.TrimmedToOne)
        {
            for (var least = form == TextForm.Trimmed ? 0 : 1; scale > least && mantissa % 10 == 0; scale--)
            {
                mantissa /= 10;
            }
        }

        return FromMantissa(mantissa, -scale);
    }

    /// <summary>Creates a number, with its text if it comes from a document.</summary>
    internal static QueryValue FromNumber(in ExactNumber number, string? text = null)
    {
        if (number.Large is { } large)
        {
            // The result of an operation does not have the text of its operand, even if the operation leaves the number unchanged.
            return new(QueryValueKind.Number, 0, large.Text == text ? large : large with { Text = text });
        }

        // Computed numbers have no trailing zeros, and positive exponents are written out.
        return text is not null ? new(QueryValueKind.Number, number.Mantissa, text, (ulong)number.Exponent)
            : number.Exponent == 0 ? FromMantissa(number.Mantissa, 0)
            : number.Exponent < 0 && number.Exponent >= -ExactNumber.MostDigits / 2 ? FromMantissa(number.Mantissa, -number.Exponent, TextForm.Trimmed)
            : new(QueryValueKind.Number, number.Mantissa, number.ToText(), (ulong)number.Exponent);
    }

    /// <summary>Creates a number from JSON text.</summary>
    internal static QueryValue FromNumberText(ReadOnlySpan<byte> text) =>
        !ExactNumber.TryParse(text, out var number, out var isPlain) ? Null
        : isPlain ? FromMantissa(number.Mantissa, number.Exponent)
        : FromNumber(number, Encoding.ASCII.GetString(text));

    /// <summary>Creates a value from a scalar of a document. Objects and arrays become <see cref="Container"/>.</summary>
    internal static QueryValue FromScalar(BlittableValue value)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.True:
                return FromBoolean(true);
            case BlittableValueKind.False:
                return FromBoolean(false);
            case BlittableValueKind.Number:
                value.TryReadNumber(out var number);
                return FromStored(number);
            case BlittableValueKind.String:
                return value.TryReadDate(out var date, out var form, out _) && date.IsNormalized ? FromDate(date, form) : FromText(value.GetString());
            case BlittableValueKind.Object or BlittableValueKind.Array:
                return Container;
            default:
                return Null;
        }
    }

    /// <summary>Creates a value from a document. Objects and arrays become JSON.</summary>
    internal static QueryValue FromValue(BlittableValue value) =>
        value.Kind is BlittableValueKind.Object or BlittableValueKind.Array ? FromJson(value.ToJson()) : FromScalar(value);

    /// <summary>Gets the boolean.</summary>
    /// <exception cref="InvalidOperationException">The value is not a boolean.</exception>
    public bool GetBoolean() => Kind == QueryValueKind.Boolean ? _bits != 0 : throw Wrong(QueryValueKind.Boolean);

    /// <summary>Gets the number as the nearest double.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number.</exception>
    public double GetDouble() => Kind == QueryValueKind.Number ? Number.ToDouble() : throw Wrong(QueryValueKind.Number);

    /// <summary>Gets the number as the nearest decimal.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number.</exception>
    /// <exception cref="OverflowException">The number is outside the range of <see cref="decimal"/>.</exception>
    public decimal GetDecimal() =>
        Kind != QueryValueKind.Number ? throw Wrong(QueryValueKind.Number)
        : Number.TryGetDecimal(out var value) ? value
        : throw new OverflowException($"The number {this} is beyond the range of a decimal.");

    /// <summary>Gets the number as an integer.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number, or has a fraction.</exception>
    /// <exception cref="OverflowException">The number is outside the range of <see cref="long"/>.</exception>
    public long GetInt64()
    {
        if (Kind != QueryValueKind.Number)
        {
            throw Wrong(QueryValueKind.Number);
        }

        var value = Number.Floor(0, out var isExact);
        return value > long.MaxValue || value < long.MinValue ? throw new OverflowException($"The number {this} does not fit in 64 bits.")
            : isExact ? (long)value
            : throw new InvalidOperationException($"{this} is not an integer.");
    }

    /// <summary>Gets the number as a 64-bit mantissa at the specified scale, if it is representable.</summary>
    internal bool TryGetMantissa(int scale, out long mantissa)
    {
        mantissa = 0;
        return Kind == QueryValueKind.Number && Number.TryGetMantissa(scale, out mantissa);
    }

    /// <summary>Gets the instant.</summary>
    /// <exception cref="InvalidOperationException">The value is not a date.</exception>
    public Timestamp GetTimestamp() => Kind == QueryValueKind.Date ? new Timestamp(_bits, _rest) : throw Wrong(QueryValueKind.Date);

    /// <summary>Gets the string, or the JSON of an object or array.</summary>
    /// <exception cref="InvalidOperationException">The value is neither a string nor JSON.</exception>
    public string GetString() =>
        Kind is QueryValueKind.String or QueryValueKind.Json ? (string)_reference! : throw Wrong(QueryValueKind.String);

    /// <inheritdoc/>
    public int CompareTo(QueryValue other)
    {
        if (Kind != other.Kind)
        {
            return Kind.CompareTo(other.Kind);
        }

        return Kind switch
        {
            QueryValueKind.Boolean => _bits.CompareTo(other._bits),
            QueryValueKind.Number => Number.CompareTo(other.Number),
            QueryValueKind.Date => GetTimestamp().CompareTo(other.GetTimestamp()),
            QueryValueKind.String or QueryValueKind.Json => Utf8Order(GetString(), other.GetString()),
            _ => 0,
        };
    }

    /// <inheritdoc/>
    public bool Equals(QueryValue other) =>
        Kind is QueryValueKind.String or QueryValueKind.Json
            ? Kind == other.Kind && GetString() == other.GetString()
            : CompareTo(other) == 0;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is QueryValue other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Kind switch
    {
        QueryValueKind.Boolean => HashCode.Combine(Kind, _bits),
        QueryValueKind.Number => HashCode.Combine(Kind, Number),
        QueryValueKind.Date => HashCode.Combine(Kind, GetTimestamp()),
        _ => HashCode.Combine(Kind, _reference),
    };

    /// <summary>Returns the value as JSON. NaN and infinities become null.</summary>
    public string ToJson() => Kind switch
    {
        QueryValueKind.Null => "null",
        QueryValueKind.Boolean => GetBoolean() ? "true" : "false",
        QueryValueKind.Number => Number.IsFinite ? ToString() : "null",
        QueryValueKind.Json => GetString(),
        _ => Quoted(ToString()),
    };

    /// <summary>Returns the value as text: strings without quotes, and an empty string for <see cref="Null"/>.</summary>
    public override string ToString() => Kind switch
    {
        QueryValueKind.Null => "",
        QueryValueKind.Boolean => GetBoolean() ? "true" : "false",
        QueryValueKind.Number => NumberText ?? (_reference is null ? ExactNumber.ToPlainText(_bits, (int)_rest) : Number.ToText()),
        QueryValueKind.Date => DateText(),
        _ => GetString(),
    };

    /// <summary>Quotes a string as JSON with only the required escapes, like <see cref="BlittableValue.ToJson()"/>.</summary>
    private static string Quoted(string text)
    {
        var json = new StringBuilder(text.Length + 2).Append('"');
        foreach (var character in text)
        {
            _ = character switch
            {
                '"' or '\\' => json.Append('\\').Append(character),
                '\n' => json.Append("\\n"),
                '\r' => json.Append("\\r"),
                '\t' => json.Append("\\t"),
                '\b' => json.Append("\\b"),
                '\f' => json.Append("\\f"),
                < ' ' => json.Append(CultureInfo.InvariantCulture, $"\\u{(int)character:x4}"),
                _ => json.Append(character),
            };
        }

        return json.Append('"').ToString();
    }

    private static QueryValue FromStored(in StoredNumber number)
    {
        if (NumberValue.TryGetMantissa(number, out var mantissa))
        {
            return FromMantissa(mantissa, -number.FractionDigits);
        }

        if (number.Form == NumberForm.Text)
        {
            return FromNumberText(number.Text);
        }

        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        return number.TryFormat(text, out var length) ? FromNumberText(text[..length]) : Null;
    }

    private string DateText()
    {
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        return Iso8601.TryFormat(GetTimestamp(), DateForm, text, out var length) ? Encoding.ASCII.GetString(text[..length]) : GetTimestamp().ToString();
    }

    private InvalidOperationException Wrong(QueryValueKind expected) => new($"The value is of kind {Kind}, not {expected}.");

    /// <summary>Compares strings by their UTF-8 bytes, as columns do.</summary>
    private static int Utf8Order(string left, string right)
    {
        if (Ascii.IsValid(left) && Ascii.IsValid(right))
        {
            return string.CompareOrdinal(left, right);
        }

        return Encoding.UTF8.GetBytes(left).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(right));
    }
}
