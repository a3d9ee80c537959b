using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>The values that identify a row of a table. A date in a query also equals a string that is its text.</summary>
/// <param name="Values">The values.</param>
/// <param name="Written">A bit for each value; set if the value is a date and the table has its text.</param>
internal readonly record struct LookupKey(QueryValue[] Values, int Written)
{
    /// <summary>The most values, each of which may double the ways to find a row.</summary>
    public const int MostValues = 8;

    /// <summary>Gets a value that indicates whether some value is null, which is equal to no other.</summary>
    public bool HasNull => Array.Exists(Values, value => value.Kind == QueryValueKind.Null);

    /// <summary>Returns the keys by which a row of a table is found: as it is, and with each of its strings that are texts of dates as these dates.</summary>
    public static IEnumerable<LookupKey> OfRow(QueryValue[] values) =>
        Variants(new(values, 0), DateOfText);

    /// <summary>Returns the keys to look for, the one that is most like a scalar first.</summary>
    public static IEnumerable<LookupKey> OfScalars(QueryValue[] values) =>
        Variants(new(values, 0), value => value.Kind == QueryValueKind.Date ? value : default(QueryValue?));

    /// <summary>Returns the keys of rows that some scalars would be equal to as well as to a row.</summary>
    public static IEnumerable<LookupKey> Conflicts(QueryValue[] values)
    {
        foreach (var key in OfScalars(values))
        {
            // A string may also be the text of a date that the other row has.
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

        // All subsets of the values that may be dates, the empty one first.
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
