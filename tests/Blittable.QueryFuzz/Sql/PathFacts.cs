using System.Text.Json;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Sql;

/// <summary>Statistics of a path: the kinds of its values, and the digits of its numbers.</summary>
/// <param name="Kinds">The kinds.</param>
/// <param name="Integers">The maximum number of digits before the decimal point.</param>
/// <param name="Fractions">The maximum number of digits after the decimal point.</param>
/// <param name="AreExact">true if DuckDB, which reads most JSON numbers as doubles, represents all numbers exactly; otherwise, false.</param>
internal sealed record PathFacts(HashSet<Kind> Kinds, int Integers, int Fractions, bool AreExact)
{
    /// <summary>The number of digits of a double, and of a 64-bit integer.</summary>
    private const int DoubleDigits = 15, IntegerDigits = 18;

    public static PathFacts Of(PathModel path, IEnumerable<JsonElement> documents)
    {
        var kinds = new HashSet<Kind>();
        var (integers, fractions, areExact) = (1, 0, true);
        foreach (var element in documents.SelectMany(path.Evaluate))
        {
            var value = Value.Of(element);
            kinds.Add(value.Kind);
            if (value.Kind != Kind.Number)
            {
                continue;
            }

            if (!TryCount(value.Text!, out var before, out var after))
            {
                areExact = false;
                continue;
            }

            areExact &= after == 0 ? before <= IntegerDigits : before + after <= DoubleDigits;
            (integers, fractions) = (Math.Max(integers, before), Math.Max(fractions, after));
        }

        return new(kinds, integers, fractions, areExact);
    }

    /// <summary>Counts the digits of a number without an exponent.</summary>
    public static bool TryCount(string text, out int integers, out int fractions)
    {
        var digits = text.TrimStart('-');
        var point = digits.IndexOf('.', StringComparison.Ordinal);
        integers = point < 0 ? digits.Length : point;
        fractions = point < 0 ? 0 : digits.Length - point - 1;
        return !digits.AsSpan().ContainsAny('e', 'E');
    }
}
