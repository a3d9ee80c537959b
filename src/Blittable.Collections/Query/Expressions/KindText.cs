using System.Globalization;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Describes kinds of values, and corrections, in warnings.</summary>
internal static class KindText
{
    private static readonly (KindFlags Kind, string One, string Many)[] s_names =
    [
        (KindFlags.Number, "a number", "numbers"),
        (KindFlags.String, "a string", "strings"),
        (KindFlags.Date, "a date", "dates"),
        (KindFlags.Boolean, "a Boolean", "Booleans"),
        (KindFlags.Object, "an object", "objects"),
        (KindFlags.Array, "an array", "arrays"),
    ];

    /// <summary>Returns the singular names of kinds: <c>a number, a string or a date</c>.</summary>
    public static string One(KindFlags kinds) => Joined([.. s_names.Where(name => (name.Kind & kinds) != 0).Select(name => name.One)], "or");

    /// <summary>Returns the plural names of kinds: <c>numbers, strings and arrays</c>.</summary>
    public static string Many(KindFlags kinds) => Joined([.. s_names.Where(name => (name.Kind & kinds) != 0).Select(name => name.Many)], "and");

    /// <summary>Returns how to write a literal so that it compares with the values at hand, preceded by a space, or an empty text.</summary>
    /// <param name="literal">The literal.</param>
    /// <param name="found">The kinds of the values.</param>
    /// <param name="operand">The path of the values, or null if they are computed.</param>
    public static string Correction(in QueryValue literal, KindFlags found, BlittablePath? operand)
    {
        var text = literal.ToString();
        if (literal.Kind == QueryValueKind.String)
        {
            return (found & KindFlags.Number) != 0 && IsNumber(text) ? $" Write {text} without quotes."
                : (found & KindFlags.Boolean) != 0 && text is "true" or "false" ? $" Write {text} without quotes."
                : (found & KindFlags.Date) != 0 ? $" {literal.ToJson()} is not a date such as 2024-03-01."
                : Elements(found, operand);
        }

        return literal.Kind == QueryValueKind.Number && (found & KindFlags.Date) != 0 ? $" Write a date as {AsDate(text) ?? "2024-03-01"}."
            : literal.Kind != QueryValueKind.Date && (found & KindFlags.String) != 0 ? $" Write a string in quotes: \"{text}\"."
            : Elements(found, operand);
    }

    /// <summary>Returns how to compare the elements of arrays, preceded by a space, or an empty text.</summary>
    public static string Elements(KindFlags found, BlittablePath? operand) =>
        (found & KindFlags.Array) != 0 && operand is not null ? $" Its elements are at '{operand}[*]'." : "";

    private static bool IsNumber(string text)
    {
        try
        {
            QueryValue.ParseNumber(text);
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private static string? AsDate(string digits) =>
        DateOnly.TryParseExact(digits, "yyyyMMdd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
            : null;

    private static string Joined(string[] names, string word) =>
        names.Length < 2 ? string.Concat(names) : $"{string.Join(", ", names[..^1])} {word} {names[^1]}";

    /// <summary>Returns the kind of a scalar as a set.</summary>
    public static KindFlags FlagsOf(QueryValueKind kind) => kind switch
    {
        QueryValueKind.Number => KindFlags.Number,
        QueryValueKind.String => KindFlags.String,
        QueryValueKind.Date => KindFlags.Date,
        QueryValueKind.Boolean => KindFlags.Boolean,
        _ => KindFlags.None,
    };
}
