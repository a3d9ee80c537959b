using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Represents the values that identify a row of a table. A date in a query also equals a string with its text.</summary>
/// <param name="Values">The values.</param>
/// <param name="Written">A bit for each value, set if it is a date that the table has as text.</param>
internal readonly record struct LookupKey(QueryValue[] Values, int Written)
{
    /// <summary>The maximum number of values, each of which may double the number of lookups.</summary>
    public const int MostValues = 8;

    /// <summary>Gets a value that indicates whether any value is null, an object or an array, which equals no scalar.</summary>
    public bool HasNull => Array.Exists(Values, value => value.Kind is QueryValueKind.Null or QueryValueKind.Json);

    /// <summary>Returns the keys that a row of a table is stored under: as it is, and with each of its strings that is a date as that date.</summary>
    public static IEnumerable<LookupKey> OfRow(QueryValue[] values) =>
        Variants(new(values, 0), DateOfText);

    /// <summary>Returns the keys to look up for scalars, most similar first.</summary>
    public static IEnumerable<LookupKey> OfScalars(QueryValue[] values) =>
        Variants(new(values, 0), value => value.Kind == QueryValueKind.Date ? value : default(QueryValue?));

    /// <summary>Returns the keys of rows that some scalars would equal in addition to the specified row.</summary>
    public static IEnumerable<LookupKey> Conflicts(QueryValue[] values)
    {
        foreach (var key in OfScalars(values))
        {
            // A string may also be the text of a date in the other row.
            foreach (var (other, _) in Variants(new(values, key.Written), DateOfText))
            {
                yield return new(other, key.Written);
            }
        }
    }

    public bool Equals(LookupKey other) => Written == other.Written && Values.AsSpan().SequenceEqual(other.Values);

    public override int GetHashCode()
    {
        var hash = new HashCode();
        foreach (var value in Values)
        {
            hash.Add(value);
        }

        return hash.ToHashCode();
    }

    private static QueryValue? DateOfText(QueryValue value) => ScalarComparison.TryReadDate(value, out var date) ? date : default(QueryValue?);

    private static IEnumerable<LookupKey> Variants(LookupKey key, Func<QueryValue, QueryValue?> dateOf)
    {
        var dates = Array.ConvertAll(key.Values, value => dateOf(value));
        var written = 0;
        for (var i = 0; i < dates.Length; i++)
        {
            written |= dates[i] is null ? 0 : 1 << i;
        }

        // All subsets of the values that may be dates, starting with the empty one.
        for (var subset = 0; ; subset = (subset - written) & written)
        {
            yield return new([.. key.Values.Select((value, i) => (subset >> i & 1) == 0 ? value : dates[i]!.Value)], key.Written | subset);
            if (subset == written)
            {
                yield break;
            }
        }
    }
}
