using System.Globalization;
using Blittable.Collections;
using Blittable.Dates;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A literal of a query.</summary>
/// <param name="Value">The meaning.</param>
/// <param name="Query">The value given to the library.</param>
/// <param name="Code">The value in C#.</param>
internal sealed record Literal(Value Value, QueryValue Query, string Code)
{
    public static Literal Null { get; } = new(Value.Null, QueryValue.Null, "QueryValue.Null");

    public static Literal Of(bool value) => new(Value.Of(value), value, value ? "true" : "false");

    public static Literal Of(long value) => new(Value.Of(value), value, value.ToString(CultureInfo.InvariantCulture));

    public static Literal Of(decimal value)
    {
        var text = value.ToString(CultureInfo.InvariantCulture);
        return new(Value.OfNumberText(text), value, $"{text}m");
    }

    /// <summary>Returns the literal of a double, which means the decimal of its shortest text.</summary>
    public static Literal Of(double value)
    {
        var text = value.ToString("R", CultureInfo.InvariantCulture);
        return new(Value.OfNumberText(text), value, $"{text}d");
    }

    /// <summary>Returns the literal of a number of any size.</summary>
    public static Literal OfNumberText(string text) => new(Value.OfNumberText(text), QueryValue.ParseNumber(text), $"QueryValue.ParseNumber(\"{text}\")");

    public static Literal Of(string value) => new(Value.OfString(value) with { Kind = Kind.String }, value, Quote(value));

    public static Literal Of(Timestamp value)
    {
        var nanoseconds = ((Int128)value.UnixSeconds * 1_000_000_000) + value.Nanoseconds;
        return new(Value.OfInstant(nanoseconds), value, $"new Timestamp({value.UnixSeconds}, {value.Nanoseconds}, {value.OffsetMinutes})");
    }

    public override string ToString() => Code;

    public static string Quote(string text) => System.Text.Json.JsonSerializer.Serialize(text);
}
