using System.Text;
using System.Text.Json;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>A value of a document or of a result, as QUERIES.md defines it.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Text">The text of a string, date, number or container; null for a computed number or date without a defined text.</param>
/// <param name="Number">The number, or 1 and 0 for booleans.</param>
/// <param name="Instant">The instant of a date, in nanoseconds.</param>
internal sealed record Value(Kind Kind, string? Text = null, NaiveNumber Number = default, Int128 Instant = default) : IComparable<Value>
{
    public static Value Missing { get; } = new(Kind.Missing);

    public static Value Null { get; } = new(Kind.Null);

    public static Value True { get; } = new(Kind.Boolean, Number: NaiveNumber.FromInt64(1));

    public static Value False { get; } = new(Kind.Boolean);

    /// <summary>Gets the largest allowed difference from a number, or null if the number must be exact.</summary>
    public NaiveNumber? Slack { get; init; }

    /// <summary>Gets a value that indicates whether the value is undefined, such as an estimate over many numbers.</summary>
    public bool IsAny { get; init; }

    /// <summary>Gets the value as an operand or a key. Only scalars have one; other values are null.</summary>
    public Value Scalar => Kind is Kind.Missing or Kind.Container ? Null : this;

    public static Value Of(NaiveNumber number) => new(Kind.Number, Number: number);

    /// <summary>Returns a computed number, which is rounded and has a computed text.</summary>
    public static Value OfComputed(NaiveNumber number) => OfExact(number.Rounded());

    /// <summary>Returns an exactly computed number, which has a computed text.</summary>
    public static Value OfExact(NaiveNumber number) => new(Kind.Number, number.ToComputedText(), number);

    public static Value Of(long number) => OfComputed(NaiveNumber.FromInt64(number));

    public static Value OfNumberText(string text) => new(Kind.Number, text, NaiveNumber.Parse(text));

    public static Value OfInstant(Int128 nanoseconds) => new(Kind.Date, Instant: nanoseconds);

    /// <summary>Returns a computed date, whose text is in UTC.</summary>
    public static Value OfComputedInstant(Int128 nanoseconds) => new(Kind.Date, DateText.Format(nanoseconds), Instant: nanoseconds);

    public static Value Of(bool value) => value ? True : False;

    /// <summary>Returns a string, or a date if the string is one.</summary>
    public static Value OfString(string text) => DateText.TryParse(text, out var instant) ? new(Kind.Date, text, Instant: instant) : new(Kind.String, text);

    public static Value Of(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Null => Null,
        JsonValueKind.True => True,
        JsonValueKind.False => False,
        JsonValueKind.Number => OfNumberText(element.GetRawText()),
        JsonValueKind.String => OfString(element.GetString()!),
        JsonValueKind.Undefined => Missing,
        _ => new(Kind.Container, element.GetRawText()),
    };

    /// <summary>Returns a number that an estimate may miss by a fraction of a magnitude.</summary>
    public static Value Near(NaiveNumber number, string part, NaiveNumber magnitude) =>
        Of(number) with { Slack = NaiveNumber.Abs(magnitude) * NaiveNumber.Parse(part) };

    /// <summary>Compares kinds first. Null and missing are equal.</summary>
    public int CompareTo(Value? other)
    {
        var (mine, others) = (Kind == Kind.Missing ? Kind.Null : Kind, other!.Kind == Kind.Missing ? Kind.Null : other.Kind);
        return mine != others ? mine.CompareTo(others) : mine switch
        {
            Kind.Boolean or Kind.Number => Number.CompareTo(other.Number),
            Kind.Date => Instant.CompareTo(other.Instant),
            Kind.String or Kind.Container => Encoding.UTF8.GetBytes(Text!).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(other.Text!)),
            _ => 0,
        };
    }

    /// <summary>Returns a text that is the same for equal scalars.</summary>
    public string ToKey() => Kind switch
    {
        Kind.Boolean or Kind.Number => $"{Kind} {Number}",
        Kind.Date => $"{Kind} {Instant}",
        Kind.String => $"{Kind} {Text}",
        _ => "null",
    };

    public override string ToString() => Kind switch
    {
        Kind.Missing or Kind.Null => "null",
        Kind.Boolean => Number.IsZero ? "false" : "true",
        Kind.Number => Text ?? $"{(Slack is null ? "=" : "~")}{Number}",
        Kind.Date => Text is null ? $"date {Instant} ns" : $"date {Text}",
        Kind.String => $"\"{Text}\"",
        _ => Text!,
    };
}
