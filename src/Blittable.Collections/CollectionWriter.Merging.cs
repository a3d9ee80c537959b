using System.Runtime.InteropServices;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Collections.Stripes.Writing;
using Blittable.Columns;

namespace Blittable.Collections;

/// <content>Stripe merging and reclamation of unused bytes.</content>
public sealed partial class CollectionWriter
{
    /// <summary>The maximum size of a merge buffer that is reused for the next merge.</summary>
    private const int MostKeptBytes = 1 << 24;

    private PendingDocuments _merged = new();

    /// <summary>The number of unused bytes below which a rewrite is not worthwhile.</summary>
    private long _leastDeadBytes = 1 << 20;

    /// <summary>Gets the number of bytes in the file that the committed state uses.</summary>
    private long LiveBytes =>
        Superblock.DataStart + _footers.ByteCount + _dictionaries.Sum(dictionary => (long)dictionary.Reference.Block.StoredLength)
        + _written.Sum(stripe => stripe.Reference.Length + stripe.Reference.Deleted.Mask.StoredLength);

    private void MergeStripes()
    {
        while (StripeMerge.TryPlan(_written, _options.StripeRows, MostStripeBytes, out var first, out var count))
        {
            using var activity = BlittableMetrics.Start("blittable.merge");
            try
            {
                var documents = Merge(first, count);
                activity?.SetTag("blittable.stripes", count).SetTag("blittable.documents", documents);
                BlittableMetrics.Merged();
                CollectionLog.Merged(CollectionLog.Logger, count, Name, documents);
            }
            catch (Exception fault)
            {
                BlittableMetrics.Fail(activity, fault);
                throw;
            }
        }
    }

    /// <summary>Merges adjacent stripes. Deleted rows keep their numbers, without their documents. If the collection has an order, all rows of the merged
    /// stripe are sorted again instead.</summary>
    /// <returns>The number of documents.</returns>
    private int Merge(int first, int count)
    {
        var deleted = new List<int>();
        _merged.Clear();
        foreach (var state in CollectionsMarshal.AsSpan(_written).Slice(first, count))
        {
            var stripe = OpenStripe(state);
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                var start = group * stripe.ChunkRows;
                stripe.ReadRows(group, [.. Enumerable.Range(0, stripe.GroupRows(group))], (row, bytes) =>
                {
                    if (!state.IsDeleted(start + row))
                    {
                        _merged.Add(Copy(BlittableValue.OpenStored(bytes, stripe.Dictionary)));
                    }
                    else if (_options.OrderBy is null)
                    {
                        deleted.Add(_merged.Count);
                        _merged.Add(_converter.Convert("null"u8));
                    }
                });
            }
        }

        var numbers = new StripeNumbers(_written[first].Reference.Numbers.First, _written[first + count - 1].Reference.Numbers.Last);
        _written.RemoveRange(first, count);
        if (_merged.LiveCount > 0)
        {
            // Write the mask first: a stripe and its mark must be adjacent.
            var rows = Deleted(deleted, _merged.LiveCount);
            var reference = Write(_merged, isPlain: _merged.LiveCount < StripeMerge.FanOut);
            _written.Insert(first, new StripeState(Mark(reference with { Hollow = deleted.Count, Deleted = rows, Numbers = numbers })));
        }

        var documents = _merged.LiveCount;
        if (_merged.ByteCount > MostKeptBytes)
        {
            _merged = new PendingDocuments();
        }

        return documents;
    }

    private DeletedRows Deleted(List<int> rows, int of)
    {
        if (rows.Count <= MaskKernel.Words(of))
        {
            return DeletedRows.None.With(CollectionsMarshal.AsSpan(rows));
        }

        var mask = new ulong[MaskKernel.Words(of)];
        foreach (var row in rows)
        {
            mask[row >> 6] |= 1UL << row;
        }

        return new DeletedRows(rows.Count, _sink.WritePlain(MemoryMarshal.AsBytes<ulong>(mask)), []);
    }

    /// <summary>Copies the used part of the file to a new file that replaces it, if most of the file is unused.</summary>
    /// <returns>False if it is unknown which of the two files has the final name on disk. Both contain the last commit.</returns>
    private bool TryRewriteIfDead()
    {
        var dead = _sink.Position - LiveBytes;
        if (_file is null || !_file.CanBeReplaced || dead < _leastDeadBytes || dead < LiveBytes)
        {
            return true;
        }

        try
        {
            Rewrite(_file);
            CollectionLog.Rewritten(CollectionLog.Logger, Name, dead);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException or BlittableException)
        {
            // The old file contains the commit and stays in use. The disk may be full, permission may be missing, or a block may be damaged.
            _leastDeadBytes = 2 * dead;
            CollectionLog.RewriteFailed(CollectionLog.Logger, Name, dead, fault);
        }

        return !_file.IsUncertain;
    }

    private void Rewrite(CollectionFile file)
    {
        using var successor = file.CreateSuccessor();
        BlittableDictionary[] dictionaries = [.. _dictionaries.Select(dictionary => dictionary.Dictionary.Value)];
        var copy = new SnapshotCopy(new SinkSource(_sink), _footers.Last);
        var sink = new BlockSink(successor.Stream, Superblock.DataStart, BlockCompression.None);
        foreach (var part in copy.ReadBody())
        {
            sink.WritePlain(part.Span);
        }

        var superblock = sink.CommitFirst(_sequence, copy.FooterBytes.Span, _footers.Last.RowCount, _footers.Last.LiveCount);
        var footers = new FooterChain();
        footers.Add(superblock.Footer, copy.Footer);
        file.ReplaceWith(successor);

        _sink.MoveTo(file.Stream, superblock);
        _footers = footers;
        for (var i = 0; i < dictionaries.Length; i++)
        {
            _dictionaries[i] = _dictionaries[i] with { Dictionary = new Lazy<BlittableDictionary>(dictionaries[i]), Reference = copy.Dictionaries[i] };
        }

        for (var i = 0; i < _written.Count; i++)
        {
            _written[i].MoveTo(copy.Stripes[i]);
        }
    }
}
