using System.Text.Json;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Sql;

/// <summary>What the documents of a collection have at a path: the kinds of its values, and the digits of its numbers.</summary>
/// <param name="Kinds">The kinds.</param>
/// <param name="Integers">The most digits before the point.</param>
/// <param name="Fractions">The most digits after the point.</param>
/// <param name="AreExact">Whether DuckDB, which reads most numbers of JSON as doubles, has all of the numbers exactly.</param>
internal sealed record PathFacts(HashSet<Kind> Kinds, int Integers, int Fractions, bool AreExact)
{
    /// <summary>The digits that a double has, and those that 64 bits have.</summary>
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
