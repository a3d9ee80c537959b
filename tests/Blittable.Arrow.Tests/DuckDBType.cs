using System.Text;

namespace Blittable.Arrow.Tests;

/// <summary>A type as DuckDB writes it.</summary>
/// <param name="Name">The name: <c>STRUCT</c>, <c>MAP</c>, <c>LIST</c>, or the name of a scalar with its parameters.</param>
/// <param name="Fields">The fields of a struct, the key and value of a map, or the elements of a list.</param>
internal sealed record DuckDBType(string Name, IReadOnlyList<(string Name, DuckDBType Type)> Fields)
{
    /// <summary>Parses a type.</summary>
    public static DuckDBType Parse(string text)
    {
        var at = 0;
        return Parse(text, ref at);
    }

    /// <summary>Returns the type with the same nesting and strings for all scalars.</summary>
    public string WithTexts() => Name switch
    {
        "STRUCT" => $"STRUCT({string.Join(", ", Fields.Select(field => $"\"{field.Name.Replace("\"", "\"\"", StringComparison.Ordinal)}\" {field.Type.WithTexts()}"))})",
        "MAP" => $"MAP({Fields[0].Type.WithTexts()}, {Fields[1].Type.WithTexts()})",
        "LIST" => $"{Fields[0].Type.WithTexts()}[]",
        _ => "VARCHAR",
    };

    public override string ToString() => Fields.Count == 0 ? Name : $"{Name}({string.Join(", ", Fields.Select(field => field.Type))})";

    private static DuckDBType Parse(string text, ref int at)
    {
        DuckDBType type;
        if (text.AsSpan(at).StartsWith("STRUCT("))
        {
            at += "STRUCT(".Length;
            List<(string, DuckDBType)> fields = [];
            do
            {
                at += text[at] is ',' ? 2 : 0;
                var name = ParseName(text, ref at);
                at++;
                fields.Add((name, Parse(text, ref at)));
            }
            while (text[at] == ',');
            at++;
            type = new DuckDBType("STRUCT", fields);
        }
        else if (text.AsSpan(at).StartsWith("MAP("))
        {
            at += "MAP(".Length;
            var key = Parse(text, ref at);
            at += 2;
            var value = Parse(text, ref at);
            at++;
            type = new DuckDBType("MAP", [("key", key), ("value", value)]);
        }
        else
        {
            var start = at;
            for (var depth = 0; at < text.Length && (depth > 0 || text[at] is not (',' or ')' or '[')); at++)
            {
                depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
            }

            type = new DuckDBType(text[start..at], []);
        }

        while (at < text.Length && text[at] == '[')
        {
            at = text.IndexOf(']', at) + 1;
            type = new DuckDBType("LIST", [("item", type)]);
        }

        return type;
    }

    private static string ParseName(string text, ref int at)
    {
        if (text[at] != '"')
        {
            var end = text.IndexOf(' ', at);
            var plain = text[at..end];
            at = end;
            return plain;
        }

        var name = new StringBuilder();
        for (at++; text[at] != '"' || text[at + 1] == '"'; at++)
        {
            at += text[at] == '"' ? 1 : 0;
            name.Append(text[at]);
        }

        at++;
        return name.ToString();
    }
}
