using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Reads filters as people type them: <c>$.amount &gt;= 10</c>, <c>$.country = DE</c>, <c>$.tags contains "new"</c>, <c>$.note exists</c>.</summary>
internal static class FilterText
{
    private static readonly (string Text, FilterOperator Operator)[] Operators =
    [
        ("<=", FilterOperator.LessOrEqual), (">=", FilterOperator.GreaterOrEqual), ("!=", FilterOperator.NotEqual), ("==", FilterOperator.Equal),
        ("<", FilterOperator.Less), (">", FilterOperator.Greater), ("=", FilterOperator.Equal), ("starts-with", FilterOperator.StartsWith),
    ];

    private static readonly (string Text, Func<string, string, Filter> Create)[] TextFilters =
    [
        ("like", (path, pattern) => Filter.Like(path, pattern)), ("has-text", (path, text) => Filter.HasText(path, text)),
        ("ends-with", (path, text) => Filter.EndsWith(path, text)), ("matches", (path, pattern) => Filter.Matches(path, pattern)),
    ];

    /// <summary>Reads what a column of a result must be: its name, an operator and a value.</summary>
    /// <exception cref="UsageException">The text is not a filter.</exception>
    public static (string Column, FilterOperator Operator, QueryValue Value) ParseCondition(string text)
    {
        // The first operator: those that follow are part of the value.
        var at = PathScanner.Find(text, 1, place => Array.Exists(Operators, known => IsAt(place, known.Text)));
        if (at > 0)
        {
            var (word, comparison) = Array.Find(Operators, known => IsAt(at, known.Text));
            return (text[..at].Trim(), comparison, Literal(text[(at + word.Length + 2)..].Trim()));
        }

        throw new UsageException($"'{text}' is no condition; one is a column, one of = != < <= > >= starts-with between spaces, and a value.");

        bool IsAt(int place, string word) => string.CompareOrdinal(text, place, $" {word} ", 0, word.Length + 2) == 0;
    }

    /// <summary>Reads a filter.</summary>
    /// <exception cref="UsageException">The text is not a filter.</exception>
    public static Filter Parse(string text)
    {
        var (path, rest) = Split(text);
        if (rest == "exists")
        {
            return Filter.Exists(path);
        }

        if (After(rest, "contains") is { } json)
        {
            return Filter.Contains(path, IsJson(json) ? json : JsonSerializer.Serialize(json, QueryJson.Default.String));
        }

        foreach (var (word, create) in TextFilters)
        {
            if (After(rest, word) is { } operand)
            {
                return Create(create, path, operand);
            }
        }

        foreach (var (word, comparison) in Operators)
        {
            if (After(rest, word) is { } value)
            {
                return value.Length > 0
                    ? Filter.Where(path, comparison, Literal(value))
                    : throw new UsageException($"'{text}' is not a filter: nothing follows '{word}'; an empty string is written \"\".");
            }
        }

        throw new UsageException($"'{text}' is not a filter; one is a path, one of = != < <= > >= starts-with ends-with has-text like matches contains exists, and a value.");
    }

    private static Filter Create(Func<string, string, Filter> create, string path, string operand)
    {
        try
        {
            return create(path, operand.StartsWith('"') && IsJson(operand) ? Literal(operand).GetString() : operand);
        }
        catch (Exception error) when (error is ArgumentException or NotSupportedException)
        {
            throw new UsageException($"'{operand}' is no pattern: {error.Message}");
        }
    }

    /// <summary>The path of a filter.</summary>
    /// <exception cref="UsageException">The text is not a filter.</exception>
    public static string PathOf(string text) => Split(text).Path;

    /// <summary>A path ends at an operator outside of brackets, or at white space that no other segment follows.</summary>
    private static (string Path, string Condition) Split(string text)
    {
        text = text.Trim();
        var end = PathScanner.Find(
            text, 0, place => text[place] is '=' or '<' or '>' or '!' || (char.IsWhiteSpace(text[place]) && text.AsSpan(place).TrimStart() is not ['.' or '[', ..]));
        return end >= 0
            ? (text[..end].TrimEnd(), text[end..].Trim())
            : throw new UsageException($"'{text}' is not a filter: nothing follows the path.");
    }

    private static string? After(string text, string word) =>
        text.StartsWith(word, StringComparison.Ordinal) && (!char.IsLetter(word[0]) || text.Length > word.Length && char.IsWhiteSpace(text[word.Length]))
            ? text[word.Length..].Trim()
            : null;

    private static bool IsJson(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    /// <summary>A JSON scalar, or the text itself as a string.</summary>
    private static QueryValue Literal(string text)
    {
        if (!IsJson(text))
        {
            return text;
        }

        using var document = JsonDocument.Parse(text);
        var value = document.RootElement;
        return value.ValueKind switch
        {
            JsonValueKind.Null => QueryValue.Null,
            JsonValueKind.True => true,
            JsonValueKind.False => false,
            JsonValueKind.Number => QueryValue.ParseNumber(value.GetRawText()),
            JsonValueKind.String => value.GetString(),
            _ => throw new UsageException($"Expected a scalar to compare with, found {text}; 'contains' takes objects and arrays."),
        };
    }
}
