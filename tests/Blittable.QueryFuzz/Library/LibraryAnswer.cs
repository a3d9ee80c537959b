using System.Globalization;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Library;

/// <summary>The answer of the library, or the exception it throws.</summary>
internal sealed record LibraryAnswer(string[] Labels, List<QueryValue[]> Rows, Exception? Error)
{
    /// <summary>Compares the answer with the expected one.</summary>
    /// <returns>null if the answers are equal; otherwise, the kind of the difference and the difference.</returns>
    public (string Kind, string Text)? Difference(Answer expected)
    {
        if (Error is not null)
        {
            var line = Error.StackTrace?.Split('\n').FirstOrDefault(line => line.Contains("Collections", StringComparison.Ordinal))?.Trim() ?? "";
            var code = Error is BlittableException { Code: var known } ? $" {known}" : "";
            return ($"{Error.GetType().Name}{code}", $"{Error.GetType().Name}: {Error.Message}\n{line}");
        }

        if (!Labels.SequenceEqual(expected.Labels))
        {
            return ("labels", $"labels {string.Join(", ", Labels)}");
        }

        if (Rows.Count != expected.Rows.Count)
        {
            return ("row count", $"{Rows.Count} rows instead of {expected.Rows.Count}");
        }

        for (var row = 0; row < Rows.Count; row++)
        {
            for (var column = 0; column < Labels.Length; column++)
            {
                if (Difference(Rows[row][column], expected.Rows[row][column]) is { } kind)
                {
                    return ($"{kind} in {Word(Labels[column])}", $"row {row}, column {Labels[column]}: {Show(Rows[row][column])} instead of {expected.Rows[row][column]}");
                }
            }
        }

        return null;
    }

    public override string ToString() => Error is not null ? $"    {Error.GetType().Name}: {Error.Message}"
        : string.Join('\n', Rows.Take(40).Select(row => $"    {string.Join(" | ", row.Select(Show))}").Prepend($"    [{string.Join(" | ", Labels)}] {Rows.Count} rows"));

    /// <summary>Returns the function of an aggregate, or the kind of another column.</summary>
    private static string Word(string label) => label.StartsWith('$') ? "path" : label.Split('(')[0].Split(' ')[0];

    private static string Show(QueryValue value) => value.Kind switch
    {
        QueryValueKind.Date => $"date {value}",
        QueryValueKind.String => $"\"{value}\"",
        QueryValueKind.Null => "null",
        _ => value.ToString(),
    };

    /// <summary>Returns the kind of the difference between two values.</summary>
    private static string? Difference(QueryValue found, Value expected)
    {
        if (expected.IsAny)
        {
            return null;
        }

        var kind = found.Kind switch
        {
            QueryValueKind.Null => Kind.Null,
            QueryValueKind.Boolean => Kind.Boolean,
            QueryValueKind.Number => Kind.Number,
            QueryValueKind.Date => Kind.Date,
            QueryValueKind.String => Kind.String,
            _ => Kind.Container,
        };
        if (kind != (expected.Kind == Kind.Missing ? Kind.Null : expected.Kind))
        {
            return $"{kind} instead of {expected.Kind}";
        }

        return kind switch
        {
            Kind.Boolean => found.GetBoolean() == !expected.Number.IsZero ? null : "boolean",
            Kind.Number => NumberDifference(found.ToString(), expected),
            Kind.Date => DateDifference(found, expected),
            Kind.String => found.GetString() == expected.Text ? null : "string",
            Kind.Container => found.GetString() == expected.Text ? null : "container",
            _ => null,
        };
    }

    private static string? NumberDifference(string text, Value expected)
    {
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out _) || text.Contains('N', StringComparison.Ordinal) || text.Contains("Inf", StringComparison.Ordinal))
        {
            return "number";
        }

        var number = NaiveNumber.Parse(text);
        return number != expected.Number && !(expected.Slack is { } slack && !(NaiveNumber.Abs(number - expected.Number) > slack)) ? "number"
            : expected.Text is { } exact && exact != text ? "text of number"
            : null;
    }

    private static string? DateDifference(QueryValue found, Value expected)
    {
        var date = found.GetTimestamp();
        return ((Int128)date.UnixSeconds * 1_000_000_000) + date.Nanoseconds != expected.Instant ? "date"
            : expected.Text is { } text && found.ToString() != text ? "text of date"
            : null;
    }
}
