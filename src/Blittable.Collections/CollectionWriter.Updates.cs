using Blittable.Collections.Query.Execution;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>Updates by filter.</content>
public sealed partial class CollectionWriter
{
    /// <summary>Indicates whether an update by filter is running. A commit could merge the stripe of the changed document, and the deletion of the original
    /// would be lost.</summary>
    private bool _isChanging;

    /// <summary>Gets or sets the receiver of the completed fraction of an update by filter, from 0 to 1, or <see langword="null"/>. The fraction is reported
    /// after each chunk group.</summary>
    public IProgress<double>? Progress { get; set; }

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
    /// nothing is committed. The callback cannot use the writer.
    /// </remarks>
    /// <param name="filter">The filter.</param>
    /// <param name="change">The callback that changes a document through its editor.</param>
    /// <returns>The number of documents that matched.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="BlittableException">The file is damaged, the filter contains an expression over several values of a document, or the key of a changed
    /// document is missing or already exists.</exception>
    public long UpdateWhere(Filter filter, Action<BlittableEditor> change)
    {
        ArgumentNullException.ThrowIfNull(change);
        return UpdateWhere(filter, [], (editor, _, _) => change(editor), default);
    }

    /// <summary>Sets values in the documents that match a filter, including uncommitted ones.</summary>
    /// <remarks>
    /// The expressions are evaluated on the original document. The assignments are applied in their order. Otherwise, this method behaves like
    /// <see cref="UpdateWhere(Filter, Action{BlittableEditor})"/>.
    /// </remarks>
    /// <param name="filter">The filter.</param>
    /// <param name="assignments">The paths and their new values.</param>
    /// <param name="cancellationToken">Cancels the operation between two documents. The documents before remain changed, and nothing is committed.</param>
    /// <returns>The number of documents that matched.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="BlittableException">The file is damaged. The filter or an assignment contains an expression over several values of a document. A
    /// document does not have the parent of a path. Or the key of a changed document is missing or already exists.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public long UpdateWhere(Filter filter, IEnumerable<CollectionAssignment> assignments, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(assignments);
        CollectionAssignment[] all = [.. assignments];
        var values = Array.ConvertAll(all, assignment => assignment.Value ?? ScanExpression.Constant(QueryValue.Null));
        return UpdateWhere(filter, values, Apply, cancellationToken);

        void Apply(BlittableEditor editor, ScanBatch batch, int row)
        {
            for (var i = 0; i < all.Length; i++)
            {
                all[i].Apply(editor, batch[row, i]);
            }
        }
    }

    /// <summary>Changes the documents that match a filter.</summary>
    /// <param name="filter">The filter.</param>
    /// <param name="values">The expressions to evaluate for each document.</param>
    /// <param name="change">Changes a document. Receives the batch with the values of the document, and its row in the batch.</param>
    /// <param name="cancellation">Cancels the operation between two documents.</param>
    private long UpdateWhere(Filter filter, ScanExpression[] values, Action<BlittableEditor, ScanBatch, int> change, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(filter);
        CheckUsable();
        FlushPending();
        _isChanging = true;
        try
        {
            return ChangeAll(filter, values, change, cancellation);
        }
        finally
        {
            _isChanging = false;
        }
    }

    private long ChangeAll(Filter filter, ScanExpression[] values, Action<BlittableEditor, ScanBatch, int> change, CancellationToken cancellation)
    {
        var stripes = LiveStripes();
        var plan = PlanOf(stripes, filter);
        var worker = new SelectionWorker(plan, ScanSelection.Bind(plan, values, "to set a value"), null);
        var (updated, done) = (0L, 0L);
        var groups = plan.Snapshot.Stripes.Select(stripe => stripe.GroupCount).ToArray();
        var all = groups.Sum(count => (long)count);
        for (var stripe = 0; stripe < groups.Length; stripe++)
        {
            for (var group = 0; group < groups[stripe]; group++)
            {
                if (worker.Cursor.MoveTo(stripe, group))
                {
                    worker.Add();
                    updated += Update(stripes[stripe], worker, change, cancellation);
                }

                Progress?.Report((double)++done / all);
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

    /// <summary>Lists the stripes written so far that have documents.</summary>
    private List<StripeState> LiveStripes() => _written.FindAll(stripe => stripe.LiveRows > 0);

    /// <summary>Binds a filter to stripes. A plan without unnested arrays need not be sealed.</summary>
    private QueryPlan PlanOf(List<StripeState> stripes, Filter filter) => new(new StripeSet([.. stripes.Select(OpenStripe)], 0), filter);

    private long Update(StripeState stripe, SelectionWorker worker, Action<BlittableEditor, ScanBatch, int> change, CancellationToken cancellation)
    {
        var updated = 0;
        for (var i = 0; i < worker.Batch.Count; i++)
        {
            cancellation.ThrowIfCancellationRequested();
            var row = (int)(worker.Batch.RowNumbers[i] - worker.Cursor.Stripe.FirstRow);
            if (!stripe.IsDeleted(row))
            {
                using var document = worker.Cursor.Stripe.GetDocument(row);
                ReplaceBy(document, editor => change(editor, worker.Batch, i), () => stripe.Delete(row));
                updated++;
            }
        }

        return updated;
    }

    /// <summary>Replaces a document with its changed copy. If the copy cannot be added, the original document remains: everything that can throw precedes its
    /// removal.</summary>
    private void ReplaceBy(BlittableDocument document, Action<BlittableEditor> change, Action remove)
    {
        // Copy without a dictionary, because an editor cannot use one.
        using var editor = new BlittableEditor(BlittableValue.OpenStored(Copy(document.Root)));
        change(editor);
        using var edited = editor.ToDocument();
        var copy = CopyChecked(edited.Root);
        if (_keyPath is null)
        {
            remove();
            Store(copy);
            return;
        }

        var key = KeyOf(edited.Root);
        if (key != KeyOf(document.Root) && HasKey(key))
        {
            RefuseKey(key);
        }

        remove();
        _pendingKeys.Add(key, _pending.Count);
        Store(copy);
    }
}
