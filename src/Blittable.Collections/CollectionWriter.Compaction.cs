using Blittable.Collections.Stripes;
using Blittable.Collections.Stripes.Writing;
using Blittable.Columns;

namespace Blittable.Collections;

/// <content>Compaction: stripes of another file are copied or rewritten without their deleted rows.</content>
public sealed partial class CollectionWriter
{
    /// <summary>Adds the documents of the stripes of another collection that were not deleted, in order.</summary>
    /// <remarks>
    /// Large stripes without deleted rows are copied. Deleted rows are removed from other large stripes column by column. Small stripes are combined. Documents
    /// are only assembled if stripes have different schemas or store documents whole, or if combined rows must be sorted.
    /// </remarks>
    /// <param name="stripes">The stripes, which were written with the options of this writer.</param>
    /// <param name="cancellation">Cancels the operation, after which the writer is unusable.</param>
    /// <exception cref="BlittableException">A block of a stripe is damaged.</exception>
    internal void TakeStripes(IReadOnlyList<Stripe> stripes, CancellationToken cancellation)
    {
        var small = new List<Stripe>();
        foreach (var stripe in stripes)
        {
            cancellation.ThrowIfCancellationRequested();
            if (stripe.Reference.LiveRows == 0)
            {
                continue;
            }

            if (!IsLarge(stripe) || !TransferSchema.IsPossible(stripe))
            {
                small.Add(stripe);
                continue;
            }

            TakeSmall(small, cancellation);
            TakeWhole([stripe], cancellation);
            small.Clear();
        }

        TakeSmall(small, cancellation);
    }

    /// <summary>Determines whether a stripe is so large that later merges leave it unchanged (<see cref="StripeMerge"/>).</summary>
    private bool IsLarge(Stripe stripe) =>
        stripe.Reference.LiveRows > _options.StripeRows / 2 || stripe.Reference.LiveBytes > MostStripeBytes / 2;

    /// <summary>Combines adjacent small stripes.</summary>
    private void TakeSmall(List<Stripe> stripes, CancellationToken cancellation)
    {
        var rowCount = stripes.Sum(stripe => (long)stripe.Reference.LiveRows);
        if (rowCount < StripeMerge.FanOut || !(stripes.Count == 1 ? TransferSchema.IsPossible(stripes[0]) : CanCombine(stripes)))
        {
            stripes.ForEach(stripe => AddDocuments(stripe, cancellation));
            return;
        }

        var together = new List<Stripe>();
        long rows = 0, bytes = 0;
        foreach (var stripe in stripes)
        {
            var size = Math.Max(stripe.Reference.LiveBytes, TransferSchema.SizeOf(stripe));
            if (together.Count > 0 && (rows + stripe.Reference.LiveRows > _options.StripeRows || bytes + size > MostStripeBytes))
            {
                TakeWhole(together, cancellation);
                together.Clear();
                (rows, bytes) = (0, 0);
            }

            together.Add(stripe);
            rows += stripe.Reference.LiveRows;
            bytes += size;
        }

        TakeWhole(together, cancellation);
    }

    /// <summary>Determines whether stripes can be combined column by column: their rows need not be sorted, and the layout is not chosen again.</summary>
    private bool CanCombine(IReadOnlyList<Stripe> stripes) =>
        _options is { OrderBy: null, Layout: CollectionLayout.Columns } && TransferSchema.CanCombine(stripes);

    /// <summary>Adds the rows of stripes as one stripe.</summary>
    private void TakeWhole(List<Stripe> stripes, CancellationToken cancellation)
    {
        FlushPending();
        _isFailed = true;
        var written = stripes is [{ IsCopyable: true } whole] ? _stripes.Copy(whole)
            : _stripes.Rewrite(stripes[0], keepsRows: false, stripes.Sum(stripe => stripe.Reference.LiveBytes), transfer =>
            {
                foreach (var stripe in stripes)
                {
                    transfer.Take(stripe, stripe.Deleted, cancellation);
                }
            });
        AddDictionary();
        AddStripe(written);
        _isFailed = false;
    }

    private void AddDocuments(Stripe stripe, CancellationToken cancellation)
    {
        var live = new ulong[MaskKernel.Words(stripe.ChunkRows)];
        for (var group = 0; group < stripe.GroupCount; group++)
        {
            stripe.CopyLive(group, live);
            stripe.ReadDocuments(group, live, (_, document) =>
            {
                cancellation.ThrowIfCancellationRequested();
                Add(document);
            });
        }
    }
}
