using System.Globalization;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Answers queries in the slow and straightforward way, from the JSON text of every document.</summary>
internal sealed class JsonQuery(IReadOnlyList<string> documents)
{
    private readonly JsonElement[] _roots = [.. documents.Select(text => JsonDocument.Parse(text).RootElement)];

    /// <summary>Returns the row numbers of the documents that pass.</summary>
    public List<int> Rows(Func<JsonElement, bool> passes) => [.. Enumerable.Range(0, _roots.Length).Where(row => passes(_roots[row]))];

    public JsonElement this[int row] => _roots[row];

    /// <summary>Returns the value at a path of names, or an undefined value if there is none.</summary>
    public static JsonElement At(JsonElement root, string path)
    {
        foreach (var name in path.Split('.').Skip(1))
        {
            if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty(name, out root))
            {
                return default;
            }
        }

        return root;
    }

    public static decimal? Number(JsonElement root, string path) => At(root, path) is { ValueKind: JsonValueKind.Number } value ? value.GetDecimal() : null;

    public static string? Text(JsonElement root, string path) => At(root, path) is { ValueKind: JsonValueKind.String } value ? value.GetString() : null;

    public static DateOnly? Day(JsonElement root, string path) =>
        DateOnly.TryParseExact(Text(root, path), "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day) ? day : null;

    /// <summary>Returns a scalar as a query result shows it.</summary>
    public static string Shown(JsonElement root, string path) => At(root, path) switch
    {
        { ValueKind: JsonValueKind.String } value => value.GetString()!,
        { ValueKind: JsonValueKind.Number } value => value.GetDecimal().ToString("0.############################", CultureInfo.InvariantCulture),
        { ValueKind: JsonValueKind.True } => "true",
        { ValueKind: JsonValueKind.False } => "false",
        _ => "",
    };
}
