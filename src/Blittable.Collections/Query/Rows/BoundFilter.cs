using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>A filter whose paths are looked up. Workers share it; it has no state.</summary>
internal abstract class BoundFilter
{
    /// <summary>What statistics alone say of a chunk group; nothing is read.</summary>
    public abstract Match Prune(GroupCursor cursor);

    /// <summary>Clears the bits of rows that do not pass.</summary>
    public abstract void Evaluate(GroupCursor cursor, Span<ulong> mask);

    /// <summary>Determines whether a document passes.</summary>
    public abstract bool Test(BlittableValue root);

    /// <summary>Determines whether documents have to be read in a stripe, so that cheaper filters had better come first.</summary>
    public abstract bool ReadsDocuments(int stripe);

    /// <summary>The slow way: reads the documents of the rows whose bit is set.</summary>
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
