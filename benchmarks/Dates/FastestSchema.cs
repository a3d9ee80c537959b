using System.Globalization;

namespace Blittable.Benchmarks.Dates;

/// <summary>Derives which schema is the fastest from times and their intervals.</summary>
internal static class FastestSchema
{
    /// <summary>Represents the time of a schema in nanoseconds. The true time is at most the margin away; a NaN margin is unknown.</summary>
    public readonly record struct Interval(string Schema, double Nanoseconds, double Margin);

    /// <summary>Returns a sentence that names the fastest schema, or the schemas whose intervals overlap the shortest time's interval.</summary>
    public static string Describe(IReadOnlyList<Interval> schemas)
    {
        var best = schemas.MinBy(schema => schema.Nanoseconds);

        // A comparison with an unknown margin is false, so such a schema counts as overlapping.
        Interval[] overlapping = [.. schemas.Where(schema => schema != best && !(schema.Nanoseconds - schema.Margin > best.Nanoseconds + best.Margin))];
        return overlapping.Length == 0
            ? string.Create(CultureInfo.InvariantCulture, $"{best.Schema} is the fastest schema ({best.Nanoseconds:F2} ns).")
            : $"no schema is the fastest, because the intervals of {string.Join(", ", overlapping.Prepend(best).Select(schema => schema.Schema))} overlap.";
    }
}
