using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents a filter bound to a query plan. Stateless; shared by workers.</summary>
internal abstract class BoundFilter
{
    /// <summary>Determines what statistics alone prove about a chunk group, without reading it.</summary>
    public abstract Match Prune(GroupCursor cursor);

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
