using System.Text;
using System.Text.Json;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>A value of a document or of a result, as the definition in QUERIES.md has it.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Text">The text of a string, date, number or container; null for a number or date that was computed, whose text nothing defines.</param>
/// <param name="Number">The number, or 1 and 0 for booleans.</param>
/// <param name="Instant">The instant of a date, in nanoseconds.</param>
internal sealed record Value(Kind Kind, string? Text = null, NaiveNumber Number = default, Int128 Instant = default) : IComparable<Value>
{
    public static Value Missing { get; } = new(Kind.Missing);

    public static Value Null { get; } = new(Kind.Null);

    public static Value True { get; } = new(Kind.Boolean, Number: NaiveNumber.FromInt64(1));

    public static Value False { get; } = new(Kind.Boolean);

    /// <summary>Gets the most by which an answer may differ from a number; null if it must be the number.</summary>
    public NaiveNumber? Slack { get; init; }

    /// <summary>Gets a value that indicates whether nothing defines the value, as that of an estimate over many numbers.</summary>
    public bool IsAny { get; init; }

    /// <summary>Gets the value as an operand or a key: only scalars are.</summary>
    public Value Scalar => Kind is Kind.Missing or Kind.Container ? Null : this;

    public static Value Of(NaiveNumber number) => new(Kind.Number, Number: number);

    /// <summary>Returns a number that was computed: it is rounded, and has a text of its own.</summary>
    public static Value OfComputed(NaiveNumber number) => OfExact(number.Rounded());

    /// <summary>Returns a number that was computed exactly: only its text is its own.</summary>
    public static Value OfExact(NaiveNumber number) => new(Kind.Number, number.ToComputedText(), number);

    public static Value Of(long number) => OfComputed(NaiveNumber.FromInt64(number));

    public static Value OfNumberText(string text) => new(Kind.Number, text, NaiveNumber.Parse(text));

    public static Value OfInstant(Int128 nanoseconds) => new(Kind.Date, Instant: nanoseconds);

    /// <summary>Returns a date that was computed, whose text is in UTC.</summary>
    public static Value OfComputedInstant(Int128 nanoseconds) => new(Kind.Date, DateText.Format(nanoseconds), Instant: nanoseconds);

    public static Value Of(bool value) => value ? True : False;

    /// <summary>Returns a string, or the date that it is.</summary>
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

    /// <summary>Returns a number that an estimate may miss by a part of another one.</summary>
    public static Value Near(NaiveNumber number, string part, NaiveNumber magnitude) =>
        Of(number) with { Slack = NaiveNumber.Abs(magnitude) * NaiveNumber.Parse(part) };

    /// <summary>Orders kinds first; null and missing are one.</summary>
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

    /// <summary>Returns a text that equal scalars have in common.</summary>
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
