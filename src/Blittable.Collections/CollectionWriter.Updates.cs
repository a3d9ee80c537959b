using System.Numerics;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>Changing what passes a filter.</content>
public sealed partial class CollectionWriter
{
    /// <summary>Applies a patch to the documents that pass a filter, those that wait for a commit included.</summary>
    /// <param name="filter">The filter, as a query has it.</param>
    /// <param name="patch">A JSON Patch or a JSON Merge Patch.</param>
    /// <returns>The number of documents that passed.</returns>
    /// <exception cref="BlittableException">The patch cannot be applied to a document.</exception>
    /// <inheritdoc cref="UpdateWhere(Filter, Action{BlittableEditor})"/>
    public long UpdateWhere(Filter filter, BlittablePatch patch)
    {
        ArgumentNullException.ThrowIfNull(patch);
        return UpdateWhere(filter, patch.ApplyTo);
    }

    /// <summary>Changes the documents that pass a filter, those that wait for a commit included.</summary>
    /// <remarks>
    /// Each document that passes is replaced by its changed copy, which gets a row after all others. The filter is asked of the documents as they were before the call, so
    /// that none is changed twice. If a change throws, the documents before it are changed, and it and the rest are not; nothing is committed.
    /// </remarks>
    /// <param name="filter">The filter, as a query has it.</param>
    /// <param name="change">Changes a document through its editor.</param>
    /// <returns>The number of documents that passed.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="BlittableException">The file is damaged, the filter has an expression over several values of a document, or the key of a changed document is missing or
    /// taken.</exception>
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

    /// <summary>Writes the documents that wait as a stripe: changed copies may fill one at any time, and these must not be among them.</summary>
    private void FlushPending()
    {
        _isFailed = true;
        Flush(isCommit: true);
        TakeAllParts();
        _isFailed = false;
    }

    /// <summary>Binds a filter to the stripes that are written.</summary>
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

    /// <summary>Removes a document, and adds its changed copy; neither if the copy cannot be added.</summary>
    private void ReplaceBy(BlittableDocument document, Action<BlittableEditor> change, Action remove)
    {
        // The copy needs no dictionary, which an editor would have to be given.
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
