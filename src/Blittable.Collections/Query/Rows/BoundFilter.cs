using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents a filter bound to a query plan. Stateless; shared by workers.</summary>
internal abstract class BoundFilter
{
    /// <summary>The fraction of rows that is assumed to match if statistics do not indicate another one.</summary>
    private const double UnknownFraction = 0.2;

    /// <summary>Determines what statistics alone prove about a chunk group, without reading it.</summary>
    public abstract Match Prune(GroupCursor cursor);

    /// <summary>Estimates the fraction of the rows of a chunk group that match, from its statistics, without reading it.</summary>
    public virtual double Estimate(GroupCursor cursor) => Prune(cursor) switch
    {
        Match.None => 0,
        Match.All => 1,
        _ => UnknownFraction,
    };

    /// <summary>Clears the bits of rows that do not match.</summary>
    public abstract void Evaluate(GroupCursor cursor, Span<ulong> mask);

    /// <summary>Determines whether a document matches.</summary>
    public abstract bool Test(BlittableValue root);

    /// <summary>Determines whether the filter reads documents in a stripe, so cheaper filters are better evaluated first.</summary>
    public abstract bool ReadsDocuments(int stripe);

    /// <summary>Evaluates the filter on the documents of the rows whose bit is set. This is slow.</summary>
    protected void EvaluateDocuments(GroupCursor cursor, Span<ulong> mask)
    {
        var words = mask.ToArray();
        cursor.Stripe.ReadDocuments(cursor.Group, mask, (row, root) =>
        {
            if (!Test(root))
            {
                words[row >> 6] &= ~(1UL << row);
            }
        });
        words.CopyTo(mask);
    }
}
