namespace Blittable.Collections.Stripes.Writing;

/// <summary>Decides which adjacent stripes a commit merges.</summary>
/// <remarks>
/// <para>A stripe with up to half the rows and bytes of a full one has a level, the logarithm of its rows. The last stripes of the same or lower levels are
/// merged when they make a stripe of a higher level, or a full one. Each merge therefore raises a document by at least one level. With eight stripes per level,
/// a document is written at most seven times before its stripe of 150,000 rows is full: once when it is committed, and six times in merges.</para>
/// <para>A stripe with more deleted than other documents is rewritten without them. Stripes that could not be read are left as they are.</para>
/// </remarks>
internal static class StripeMerge
{
    /// <summary>The number of stripes of a level that are merged into one stripe of the next level.</summary>
    public const int FanOut = 8;

    /// <summary>The maximum number of merges. For larger stripes, levels are larger instead of more numerous.</summary>
    private const int MostMerges = 6;

    /// <summary>Finds stripes to merge into one. Returns false if no stripes should be merged.</summary>
    /// <param name="stripes">The stripes of the collection.</param>
    /// <param name="rows">The number of rows in a full stripe.</param>
    /// <param name="bytes">The size of the documents in a full stripe.</param>
    /// <param name="first">The first stripe.</param>
    /// <param name="count">The number of stripes.</param>
    public static bool TryPlan(IReadOnlyList<StripeState> stripes, int rows, long bytes, out int first, out int count)
    {
        for (first = 0; first < stripes.Count; first++)
        {
            if (stripes[first] is { IsMostlyDeleted: true, IsDamaged: false } && stripes[first].Reference.Rows >= FanOut)
            {
                count = 1;
                return true;
            }
        }

        var fanOut = FanOut;
        while (Math.Pow(fanOut, MostMerges) < rows)
        {
            fanOut++;
        }

        for (var level = (long)fanOut; ; level *= fanOut)
        {
            var least = Math.Min(level, rows);
            long runRows = 0;
            long runBytes = 0;
            for (first = stripes.Count; first > 0 && IsBelow(stripes[first - 1], least); first--)
            {
                runRows += stripes[first - 1].Reference.Rows;
                runBytes += stripes[first - 1].Reference.DocumentBytes;
            }

            if (stripes.Count - first > 1 && (runRows >= least || runBytes >= bytes))
            {
                count = CountFitting(stripes, first, rows, bytes);
                return true;
            }

            if (level >= rows)
            {
                count = 0;
                return false;
            }
        }

        bool IsBelow(StripeState stripe, long least) =>
            !stripe.IsDamaged && stripe.Reference.Rows < least && stripe.Reference.Rows <= rows / 2 && stripe.Reference.DocumentBytes <= bytes / 2;
    }

    /// <summary>Counts the consecutive stripes, each at most half full, that fit into one stripe.</summary>
    private static int CountFitting(IReadOnlyList<StripeState> stripes, int first, int rows, long bytes)
    {
        var count = 0;
        for (var i = first; i < stripes.Count; i++, count++)
        {
            rows -= stripes[i].Reference.Rows;
            bytes -= stripes[i].Reference.DocumentBytes;
            if (rows < 0 || bytes < 0)
            {
                break;
            }
        }

        return count;
    }
}
