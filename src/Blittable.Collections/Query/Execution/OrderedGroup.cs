using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Execution;

/// <summary>Represents a chunk group, and bounds of the first values that it may have in an order.</summary>
/// <param name="Stripe">The index of the stripe in the snapshot.</param>
/// <param name="Group">The index of the chunk group in the stripe.</param>
/// <param name="Number">The index of the chunk group among the chunk groups of all stripes.</param>
/// <param name="Best">For each column, a value such that no row of the chunk group has an earlier one; null if unknown.</param>
internal sealed record OrderedGroup(int Stripe, int Group, int Number, QueryValue?[] Best)
{
    /// <summary>Gets an unknown bound. A null literal next to a <see cref="QueryValue"/> would convert to the value null.</summary>
    private static QueryValue? Unknown => default;

    /// <summary>Returns the chunk groups of a query, ordered by their first values. Groups with unknown values come first.</summary>
    /// <param name="plan">The query plan.</param>
    /// <param name="columns">The columns of the order, and for each whether its columns contain the values that the selection returns.</param>
    public static List<OrderedGroup> All(QueryPlan plan, (PathPlan Path, bool IsDescending, bool HasKeys)[] columns)
    {
        var groups = new List<OrderedGroup>();
        for (var at = 0; at < plan.Snapshot.Stripes.Count; at++)
        {
            var stripe = plan.Snapshot.Stripes[at];
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                groups.Add(new(at, group, groups.Count, Array.ConvertAll(columns, column =>
                    column.HasKeys && plan.Unnest is null ? Find(column.Path[at], stripe, group, column.IsDescending) : Unknown)));
            }
        }

        groups.Sort((left, right) =>
        {
            for (var column = 0; column < columns.Length; column++)
            {
                var order = left.Best[column] is { } one && right.Best[column] is { } other
                    ? Compare(one, other, columns[column].IsDescending)
                    : (left.Best[column] is not null).CompareTo(right.Best[column] is not null);
                if (order != 0)
                {
                    return order;
                }
            }

            return left.Number.CompareTo(right.Number);
        });
        return groups;
    }

    /// <summary>Determines whether all rows come after the specified row.</summary>
    /// <param name="last">The values of the row in the columns of the order.</param>
    /// <param name="columns">The columns of the order.</param>
    public bool IsAfter(ReadOnlySpan<QueryValue> last, (PathPlan Path, bool IsDescending, bool HasKeys)[] columns)
    {
        for (var column = 0; column < columns.Length && Best[column] is { } best; column++)
        {
            var order = Compare(best, last[column], columns[column].IsDescending);
            if (order != 0)
            {
                return order > 0;
            }
        }

        return false;
    }

    private static int Compare(in QueryValue left, in QueryValue right, bool isDescending) => isDescending ? right.CompareTo(left) : left.CompareTo(right);

    private static QueryValue? Find(in StripePath at, Stripe stripe, int group, bool isDescending)
    {
        if (at.Coverage != PathCoverage.Columns)
        {
            return at.Coverage == PathCoverage.Absent ? QueryValue.Null : Unknown;
        }

        // In the order of the kinds.
        ReadOnlySpan<StripeColumn?> columns = [at.Node!.Booleans, at.Node.Numbers, at.Node.Dates, at.Node.Strings];
        var (values, first, last) = (0L, (ChunkInfo?)null, (ChunkInfo?)null);
        foreach (var column in columns)
        {
            if (column?.Chunk(group) is { Format: not ChunkFormat.Absent } chunk)
            {
                values += chunk.Values;
                (first, last) = (first ?? chunk, chunk);
            }
        }

        return last is null || (!isDescending && values < stripe.GroupRows(group)) ? QueryValue.Null
            : isDescending ? Greatest(last)
            : Least(first!);
    }

    private static QueryValue? Least(ChunkInfo chunk) => chunk.Format switch
    {
        ChunkFormat.Boolean => QueryValue.FromBoolean(chunk.Min != 0),
        ChunkFormat.Int64 or ChunkFormat.Decimal => QueryValue.FromMantissa(chunk.Min, -chunk.Scale),
        ChunkFormat.Double => OfDouble(chunk.Form == TextForm.Texts ? Math.BitDecrement(chunk.MinDouble) : chunk.MinDouble),
        ChunkFormat.Date => DateCount.ToValue(chunk.Min, chunk.Scale, Dates.DateTextForm.Utc.Bits),
        _ => QueryValue.FromText(Encoding.UTF8.GetString(WholeCharacters(chunk.MinText))),
    };

    private static QueryValue? Greatest(ChunkInfo chunk) => chunk.Format switch
    {
        ChunkFormat.Boolean => QueryValue.FromBoolean(chunk.Max != 0),
        ChunkFormat.Int64 or ChunkFormat.Decimal => QueryValue.FromMantissa(chunk.Max, -chunk.Scale),
        ChunkFormat.Double => OfDouble(chunk.Form == TextForm.Texts ? Math.BitIncrement(chunk.MaxDouble) : chunk.MaxDouble),
        ChunkFormat.Date => DateCount.ToValue(chunk.Max, chunk.Scale, Dates.DateTextForm.Utc.Bits),
        _ when !chunk.IsMaxTextCut => QueryValue.FromText(Encoding.UTF8.GetString(chunk.MaxText)),
        _ => Behind(Encoding.UTF8.GetString(WholeCharacters(chunk.MaxText))),
    };

    private static QueryValue? OfDouble(double value) => double.IsFinite(value) ? QueryValue.FromDouble(value) : Unknown;

    /// <summary>Returns a string after all strings with a prefix: the last character that is not the greatest one is replaced with its successor.</summary>
    private static QueryValue? Behind(string text)
    {
        const int lastRune = 0x10FFFF, firstSurrogate = 0xD800, afterSurrogates = 0xE000;
        var runes = text.EnumerateRunes().ToList();
        while (runes.Count > 0 && runes[^1].Value == lastRune)
        {
            runes.RemoveAt(runes.Count - 1);
        }

        if (runes.Count == 0)
        {
            return Unknown;
        }

        var next = runes[^1].Value + 1;
        runes[^1] = new Rune(next == firstSurrogate ? afterSurrogates : next);
        return QueryValue.FromText(string.Concat(runes));
    }

    /// <summary>Removes the bytes of an incomplete character from the end.</summary>
    private static ReadOnlySpan<byte> WholeCharacters(ReadOnlySpan<byte> text)
    {
        while (!text.IsEmpty && Rune.DecodeLastFromUtf8(text, out _, out _) != System.Buffers.OperationStatus.Done)
        {
            text = text[..^1];
        }

        return text;
    }
}
