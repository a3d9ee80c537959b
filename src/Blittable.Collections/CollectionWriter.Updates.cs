using System.Numerics;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>Updates by filter.</content>
public sealed partial class CollectionWriter
{
    /// <summary>Applies a patch to the documents that match a filter, including uncommitted ones.</summary>
    /// <param name="filter">The filter.</param>
    /// <param name="patch">A JSON Patch or a JSON Merge Patch.</param>
    /// <returns>The number of documents that matched.</returns>
    /// <exception cref="BlittableException">The patch cannot be applied to a document.</exception>
    /// <inheritdoc cref="UpdateWhere(Filter, Action{BlittableEditor})"/>
    public long UpdateWhere(Filter filter, BlittablePatch patch)
    {
        ArgumentNullException.ThrowIfNull(patch);
        return UpdateWhere(filter, patch.ApplyTo);
    }

    /// <summary>Changes the documents that match a filter, including uncommitted ones.</summary>
    /// <remarks>
    /// Each matching document is replaced by its changed copy, which gets a new row after all others. The filter is evaluated on the documents as they were
    /// before the call, so no document is changed twice. If a change throws, the documents before it remain changed, the remaining documents are unchanged, and
    /// nothing is committed.
    /// </remarks>
    /// <param name="filter">The filter.</param>
    /// <param name="change">The callback that changes a document through its editor.</param>
    /// <returns>The number of documents that matched.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="BlittableException">The file is damaged, the filter contains an expression over several values of a document, or the key of a changed
    /// document is missing or already exists.</exception>
    public long UpdateWhere(Filter filter, Action<BlittableEditor> change)
    {
        ArgumentNullException.ThrowIfNull(filter);
        ArgumentNullException.ThrowIfNull(change);
        CheckUsable();
        FlushPending();
        var plan = PlanOf(filter);
        var (updated, stripes) = (0L, _written.Count);
        var cursor = new GroupCursor(plan);
        for (var stripe = 0; stripe < stripes; stripe++)
        {
            for (var group = 0; group < plan.Snapshot.Stripes[stripe].GroupCount; group++)
            {
                updated += cursor.MoveTo(stripe, group) ? Update(_written[stripe], cursor, change) : 0;
            }
        }

        return updated;
    }

    /// <summary>Writes the pending documents as a stripe, to keep them separate from the changed copies, which are pending until they fill a stripe.</summary>
    private void FlushPending()
    {
        _isFailed = true;
        Flush(isCommit: true);
        TakeAllParts();
        _isFailed = false;
    }

    /// <summary>Binds a filter to the stripes written so far.</summary>
    private QueryPlan PlanOf(Filter filter)
    {
        var plan = new QueryPlan(new StripeSet([.. _written.Select(OpenStripe)]), filter);
        plan.Seal();
        return plan;
    }

    private long Update(StripeState stripe, GroupCursor cursor, Action<BlittableEditor> change)
    {
        var updated = 0;
        var mask = cursor.Selection.Mask.ToArray();
        for (var word = 0; word < mask.Length; word++)
        {
            for (var bits = mask[word]; bits != 0; bits &= bits - 1)
            {
                var row = (cursor.Group * cursor.Stripe.ChunkRows) + (word << 6) + BitOperations.TrailingZeroCount(bits);
                if (!stripe.IsDeleted(row))
                {
                    using var document = cursor.Stripe.GetDocument(row);
                    ReplaceBy(document, change, () => stripe.Delete(row));
                    updated++;
                }
            }
        }

        return updated;
    }

    /// <summary>Replaces a document with its changed copy. If the copy cannot be added, the document stays.</summary>
    private void ReplaceBy(BlittableDocument document, Action<BlittableEditor> change, Action remove)
    {
        // Copy without a dictionary, because an editor cannot use one.
        using var editor = new BlittableEditor(BlittableValue.OpenStored(Copy(document.Root)));
        change(editor);
        using var edited = editor.ToDocument();
        var copy = CopyChecked(edited.Root);
        if (_keyPath is not null)
        {
            var key = KeyOf(edited.Root);
            if (key != KeyOf(document.Root) && HasKey(key))
            {
                RefuseKey(key);
            }
        }

        remove();
        AddStored(copy, isUpdate: false);
    }
}
