using System.Collections;
using System.Globalization;
using System.Numerics;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Normalizes values of the compared libraries.</summary>
internal static class EventValue
{
    /// <summary>Returns null, a string, a boolean, an instant, a decimal for an exact number, or a double.</summary>
    public static object? Normalize(object? value) => value switch
    {
        null or DBNull => null,
        string or bool or decimal or double => value,
        float number => (double)number,
        BigInteger number => (decimal)number,
        DateOnly day => day.ToDateTime(TimeOnly.MinValue, DateTimeKind.Utc),
        DateTime instant => DateTime.SpecifyKind(instant, DateTimeKind.Utc),
        QueryValue result => OfResult(result),
        JsonElement json => OfJson(json),
        IDictionary members => OfMembers(members.Keys.Cast<object>().Select(name => (name.ToString()!, members[name]))),
        IEnumerable elements => $"[{string.Join(',', elements.Cast<object?>().Select(Text))}]",
        _ => Convert.ToDecimal(value, CultureInfo.InvariantCulture),
    };

    private static object? OfResult(QueryValue value) => value.Kind switch
    {
        QueryValueKind.Null => null,
        QueryValueKind.Boolean => value.GetBoolean(),
        QueryValueKind.Number => Number(value.ToString()),
        QueryValueKind.Date => value.GetTimestamp().ToDateTime(),
        _ => value.GetString(),
    };

    private static object? OfJson(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Null => null,
        JsonValueKind.True or JsonValueKind.False => value.GetBoolean(),
        JsonValueKind.Number => Number(value.GetRawText()),
        JsonValueKind.String => value.TryGetDateTimeOffset(out var date) ? date.UtcDateTime : value.GetString(),
        JsonValueKind.Array => $"[{string.Join(',', value.EnumerateArray().Select(element => Text(element)))}]",
        _ => OfMembers(value.EnumerateObject().Select(property => (property.Name, (object?)property.Value))),
    };

    /// <summary>Returns a decimal if it can represent the number; otherwise, a double.</summary>
    private static object Number(string text) =>
        decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var exact) ? exact : double.Parse(text, CultureInfo.InvariantCulture);

    /// <summary>Formats members. Null members are omitted, because a document lacks the members that are null in a structure.</summary>
    private static string OfMembers(IEnumerable<(string Name, object? Value)> members) => $"{{{string.Join(',', members
        .Select(member => (member.Name, Value: Normalize(member.Value)))
        .Where(member => member.Value is not null)
        .OrderBy(member => member.Name, StringComparer.Ordinal)
        .Select(member => $"{member.Name}:{Text(member.Value)}"))}}}";

    private static string Text(object? value) => string.Create(CultureInfo.InvariantCulture, $"{Normalize(value)}");
}
