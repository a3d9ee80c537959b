using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Dates;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Holds a scalar of a query: the operand of a filter, the key of a group, or the result of an aggregate.</summary>
/// <remarks>
/// Numbers are exact decimals of any size, and dates are instants: values that are equal may have different texts. A value of a document has the text that the
/// document has.
/// </remarks>
[StructLayout(LayoutKind.Auto)]
public readonly partial struct QueryValue : IEquatable<QueryValue>, IComparable<QueryValue>
{
    /// <summary>Doubles from the one to the other have a shortest text without an exponent.</summary>
    private const double LeastPlain = 1e-4, MostPlain = 1e15;

    /// <summary>Of strings and JSON the text; of numbers null, the text of a document, or a <see cref="LargeNumber"/>.</summary>
    private readonly object? _reference;

    /// <summary>Of numbers the mantissa, of dates the seconds, of booleans 1 for true, of null the <see cref="ValueState"/>.</summary>
    private readonly long _bits;

    /// <summary>Of dates all of a timestamp but the seconds; of numbers the exponent.</summary>
    private readonly ulong _rest;

    /// <summary>Of dates the bits of their form.</summary>
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

    /// <summary>Null where a row has nothing.</summary>
    internal static QueryValue Missing => new(QueryValueKind.Null, (long)ValueState.Missing);

    /// <summary>Null where a row has an object or array.</summary>
    internal static QueryValue Container => new(QueryValueKind.Null, (long)ValueState.Container);

    /// <summary>What a row has.</summary>
    internal ValueState State => Kind == QueryValueKind.Null ? (ValueState)_bits : Kind == QueryValueKind.Json ? ValueState.Container : ValueState.Scalar;

    /// <summary>The value as an operand or result of an expression: what is missing, an object or an array is null.</summary>
    internal QueryValue Scalar => Kind is QueryValueKind.Null or QueryValueKind.Json ? Null : this;

    /// <summary>Gets the exact number, if the value is one.</summary>
    internal ExactNumber Number => _reference is LargeNumber large ? new ExactNumber(large) : new ExactNumber(_bits, (int)_rest);

    /// <summary>Gets the form of a date's text.</summary>
    internal DateTextForm DateForm => DateTextForm.FromKnownBits(_form);

    /// <summary>Gets the text that a document has for a number, if the number alone does not give it.</summary>
    internal string? NumberText => _reference is LargeNumber large ? large.Text : _reference as string;

    /// <summary>Returns a boolean.</summary>
    public static QueryValue FromBoolean(bool value) => new(QueryValueKind.Boolean, value ? 1 : 0);

    /// <summary>Returns a number.</summary>
    public static QueryValue FromDecimal(decimal value)
    {
        var number = ExactNumber.OfDecimal(value);
        return number.IsSmall ? FromMantissa(number.Mantissa, number.Exponent) : FromNumber(number, value.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Returns the number that the shortest text of a double is.</summary>
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

    /// <summary>Returns the number that a text is, with all of its digits and its exponent.</summary>
    /// <exception cref="FormatException">The text is not a JSON number.</exception>
    public static QueryValue ParseNumber(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var utf8 = Encoding.UTF8.GetBytes(text);
        return ExactNumber.TryParse(utf8, out _, out _) ? FromNumberText(utf8) : throw new FormatException($"'{text}' is not a JSON number.");
    }

    /// <summary>Returns an instant.</summary>
    public static QueryValue FromTimestamp(Timestamp value) => FromDate(value, DateTextForm.For(value));

    /// <summary>Returns a string.</summary>
    public static QueryValue FromString(string? value) => value is null ? Null : new(QueryValueKind.String, 0, value);

    internal static QueryValue FromJson(string json) => new(QueryValueKind.Json, 0, json);

    /// <summary>An instant with the form of its text.</summary>
    internal static QueryValue FromDate(Timestamp value, DateTextForm form) => new(QueryValueKind.Date, value.UnixSeconds, null, value.Rest, form.Bits);

    /// <summary>A number whose text has the fraction digits that the exponent says.</summary>
    internal static QueryValue FromMantissa(long mantissa, int exponent) => new(QueryValueKind.Number, mantissa, null, (ulong)exponent);

    /// <summary>A mantissa over a power of ten whose text has a form.</summary>
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

    /// <summary>A computed number, or one of a document with its text.</summary>
    internal static QueryValue FromNumber(in ExactNumber number, string? text = null)
    {
        if (number.Large is { } large)
        {
            // An operation that leaves its operand as it was still computes: the text of the document is not its result's.
            return new(QueryValueKind.Number, 0, large.Text == text ? large : large with { Text = text });
        }

        // Computed numbers have no zeros at the end, and a positive exponent is written out.
        return text is not null ? new(QueryValueKind.Number, number.Mantissa, text, (ulong)number.Exponent)
            : number.Exponent == 0 ? FromMantissa(number.Mantissa, 0)
            : number.Exponent < 0 && number.Exponent >= -ExactNumber.MostDigits / 2 ? FromMantissa(number.Mantissa, -number.Exponent, TextForm.Trimmed)
            : new(QueryValueKind.Number, number.Mantissa, number.ToText(), (ulong)number.Exponent);
    }

    /// <summary>The number that a text of the grammar of JSON is.</summary>
    internal static QueryValue FromNumberText(ReadOnlySpan<byte> text) =>
        !ExactNumber.TryParse(text, out var number, out var isPlain) ? Null
        : isPlain ? FromMantissa(number.Mantissa, number.Exponent)
        : FromNumber(number, Encoding.ASCII.GetString(text));

    /// <summary>A scalar of a document; an object or array is <see cref="Null"/>.</summary>
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
                return value.TryReadDate(out var date, out var form, out _) && date.IsNormalized ? FromDate(date, form) : FromString(value.GetString());
            case BlittableValueKind.Object or BlittableValueKind.Array:
                return Container;
            default:
                return Null;
        }
    }

    /// <summary>A value of a document; an object or array is its JSON.</summary>
    internal static QueryValue FromValue(BlittableValue value) =>
        value.Kind is BlittableValueKind.Object or BlittableValueKind.Array ? FromJson(value.ToJson()) : FromScalar(value);

    /// <summary>Gets the boolean.</summary>
    /// <exception cref="InvalidOperationException">The value is not a boolean.</exception>
    public bool GetBoolean() => Kind == QueryValueKind.Boolean ? _bits != 0 : throw Wrong(QueryValueKind.Boolean);

    /// <summary>Gets the double that is nearest to the number.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number.</exception>
    public double GetDouble() => Kind == QueryValueKind.Number ? Number.ToDouble() : throw Wrong(QueryValueKind.Number);

    /// <summary>Gets the decimal that is nearest to the number.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number.</exception>
    /// <exception cref="OverflowException">The number is beyond the range of a decimal.</exception>
    public decimal GetDecimal() =>
        Kind != QueryValueKind.Number ? throw Wrong(QueryValueKind.Number)
        : Number.TryGetDecimal(out var value) ? value
        : throw new OverflowException($"The number {this} is beyond the range of a decimal.");

    /// <summary>Gets the number as an integer.</summary>
    /// <exception cref="InvalidOperationException">The value is not a number, or has a fraction.</exception>
    /// <exception cref="OverflowException">The number is out of range.</exception>
    public long GetInt64()
    {
        if (Kind != QueryValueKind.Number)
        {
            throw Wrong(QueryValueKind.Number);
        }

        var value = Number.Floor(0, out var isExact);
        return value > long.MaxValue || value < long.MinValue ? throw new OverflowException($"The number {this} does not fit 64 bits.")
            : isExact ? (long)value
            : throw new InvalidOperationException($"{this} is not an integer.");
    }

    /// <summary>Gets the number as a mantissa of 64 bits over a power of ten, if it is one.</summary>
    internal bool TryGetMantissa(int scale, out long mantissa)
    {
        mantissa = 0;
        return Kind == QueryValueKind.Number && Number.TryGetMantissa(scale, out mantissa);
    }

    /// <summary>Gets the instant.</summary>
    /// <exception cref="InvalidOperationException">The value is not a date.</exception>
    public Timestamp GetTimestamp() => Kind == QueryValueKind.Date ? new Timestamp(_bits, _rest) : throw Wrong(QueryValueKind.Date);

    /// <summary>Gets the string, or the JSON of an object or array.</summary>
    /// <exception cref="InvalidOperationException">It is neither.</exception>
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

    /// <summary>Returns the JSON of the value; of NaN and the infinities null.</summary>
    public string ToJson() => Kind switch
    {
        QueryValueKind.Null => "null",
        QueryValueKind.Boolean => GetBoolean() ? "true" : "false",
        QueryValueKind.Number => Number.IsFinite ? ToString() : "null",
        QueryValueKind.Json => GetString(),
        _ => Quoted(ToString()),
    };

    /// <summary>Returns the text of a table's cell: a string without quotes, nothing for <see cref="Null"/>.</summary>
    public override string ToString() => Kind switch
    {
        QueryValueKind.Null => "",
        QueryValueKind.Boolean => GetBoolean() ? "true" : "false",
        QueryValueKind.Number => NumberText ?? (_reference is null ? ExactNumber.ToPlainText(_bits, (int)_rest) : Number.ToText()),
        QueryValueKind.Date => DateText(),
        _ => GetString(),
    };

    /// <summary>A number as a document stores it; null if JSON has no such number.</summary>
    /// <summary>A string of JSON with the escapes that it must have, as <see cref="BlittableValue.ToJson()"/> writes it, and no others.</summary>
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
