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

    /// <summary>The document of a deleted row, null. It was converted once, so it is not counted as a conversion in each merge.</summary>
    private static readonly byte[] s_deleted = BlittableDocument.Parse("null"u8).Bytes.ToArray();

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
                var documents = _written.GetRange(first, count).Sum(state => state.LiveRows);
                if (!TryMergeColumns(first, count))
                {
                    var deleted = new List<int>();
                    if (!TryCollect(first, count, deleted))
                    {
                        continue;
                    }

                    Merge(first, count, deleted);
                }

                activity?.SetTag("blittable.stripes", count).SetTag("blittable.documents", documents);
                BlittableMetrics.Merged();
                CollectionLog.Merged(CollectionLog.Logger, count, Name, documents);
            }
            catch (Exception fault)
            {
                BlittableMetrics.Fail(activity, fault);
                throw;
            }

            if (_merged.HeldBytes > MostKeptBytes)
            {
                _merged = new PendingDocuments();
            }
        }
    }

    /// <summary>Merges adjacent stripes column by column, if they have the same columns. Deleted rows keep their numbers, without their documents.</summary>
    /// <returns>False if the documents must be merged, which also finds out which stripe is damaged.</returns>
    private bool TryMergeColumns(int first, int count)
    {
        var states = _written.GetRange(first, count);
        try
        {
            var stripes = states.FindAll(state => state.LiveRows > 0).ConvertAll(OpenStripe);
            var rows = states.Sum(state => state.Reference.Rows);
            if (stripes.Count == 0 || rows < StripeMerge.FanOut || !CanCombine(stripes) || stripes.Sum(TransferSchema.SizeOf) > MostStripeBytes)
            {
                return false;
            }

            var deleted = ListDeleted(states);

            // Write the mask first: a stripe and its mark must be adjacent.
            var mask = Deleted(deleted, rows);
            var reference = _stripes.Rewrite(stripes[0], keepsRows: true, stripes.Sum(stripe => stripe.Reference.LiveBytes), transfer => Take(states, transfer));
            AddDictionary();
            Replace(first, count, reference with { Hollow = deleted.Count, Deleted = mask });
            return true;
        }
        catch (Exception fault) when (fault is BlittableException || (fault is IOException && !_sink.HasFailed))
        {
            return false;
        }
    }

    private static List<int> ListDeleted(List<StripeState> states)
    {
        var deleted = new List<int>();
        var start = 0;
        foreach (var state in states)
        {
            for (var row = 0; row < state.Reference.Rows && state.LiveRows < state.Reference.Rows; row++)
            {
                if (state.LiveRows == 0 || state.IsDeleted(row))
                {
                    deleted.Add(start + row);
                }
            }

            start += state.Reference.Rows;
        }

        return deleted;
    }

    private void Take(List<StripeState> states, ColumnTransfer transfer)
    {
        foreach (var state in states)
        {
            if (state.LiveRows == 0)
            {
                transfer.Skip(state.Reference.Rows);
            }
            else
            {
                transfer.Take(OpenStripe(state), state.Deleted, CancellationToken.None);
            }
        }
    }

    /// <summary>Collects the documents of adjacent stripes. Deleted documents are not read.</summary>
    /// <param name="first">The first stripe.</param>
    /// <param name="count">The number of stripes.</param>
    /// <param name="deleted">Receives the deleted rows, which keep their numbers. Empty if the collection has an order, which sorts all rows again.</param>
    /// <returns>False if a stripe cannot be read, which must not prevent commits. The stripe is not merged from then on.</returns>
    private bool TryCollect(int first, int count, List<int> deleted)
    {
        _merged.Clear();
        foreach (var state in CollectionsMarshal.AsSpan(_written).Slice(first, count))
        {
            try
            {
                Collect(state, deleted);
            }
            catch (Exception fault) when (fault is BlittableException or IOException)
            {
                state.IsDamaged = true;
                CollectionLog.MergeFailed(CollectionLog.Logger, state.Reference.Origin, Name, fault);
                return false;
            }
        }

        return true;
    }

    private void Collect(StripeState state, List<int> deleted)
    {
        if (state.LiveRows == 0)
        {
            Skip(state.Reference.Rows);
            return;
        }

        var stripe = OpenStripe(state);
        var rows = new List<int>();
        for (var group = 0; group < stripe.GroupCount; group++)
        {
            var start = group * stripe.ChunkRows;
            rows.Clear();
            rows.AddRange(Enumerable.Range(0, stripe.GroupRows(group)).Where(row => !state.IsDeleted(start + row)));
            var next = 0;
            if (rows.Count > 0)
            {
                stripe.ReadRows(group, CollectionsMarshal.AsSpan(rows), (row, bytes) =>
                {
                    Skip(row - next);
                    _merged.Add(Copy(BlittableValue.OpenStored(bytes, stripe.DocumentDictionary)));
                    next = row + 1;
                });
            }

            Skip(stripe.GroupRows(group) - next);
        }

        void Skip(int count)
        {
            for (var row = 0; row < count && _options.OrderBy is null; row++)
            {
                deleted.Add(_merged.Count);
                _merged.Add(s_deleted);
            }
        }
    }

    /// <summary>Replaces adjacent stripes with a stripe of the collected documents. Deleted rows keep their numbers, without their documents. If the collection
    /// has an order, all rows of the merged stripe are sorted again instead.</summary>
    private void Merge(int first, int count, List<int> deleted)
    {
        var numbers = NumbersOf(first, count);
        _written.RemoveRange(first, count);
        if (_merged.LiveCount == 0)
        {
            return;
        }

        if (deleted.Count == _merged.LiveCount)
        {
            _written.Insert(first, new StripeState(StripeReference.Gone(_sink.Position, deleted.Count, numbers)));
            return;
        }

        // Write the mask first: a stripe and its mark must be adjacent.
        var rows = Deleted(deleted, _merged.LiveCount);
        var reference = Write(_merged, isPlain: _merged.LiveCount < StripeMerge.FanOut);
        _written.Insert(first, new StripeState(Mark(reference with { Hollow = deleted.Count, Deleted = rows, Numbers = numbers })));
    }

    /// <summary>Replaces adjacent stripes with a stripe.</summary>
    private void Replace(int first, int count, StripeReference stripe)
    {
        var numbers = NumbersOf(first, count);
        _written.RemoveRange(first, count);
        _written.Insert(first, new StripeState(Mark(stripe with { Numbers = numbers })));
    }

    /// <summary>Adds the dictionary that a stripe was written with, if it is new, and logs if the last one could not be read.</summary>
    private void AddDictionary()
    {
        if (_stripes.Dictionary is { } dictionary && dictionary.Number > _dictionaries.Count)
        {
            _dictionaries.Add(dictionary);
        }

        if (_stripes.DictionaryFault is { } fault && !_isDictionaryFaultLogged)
        {
            _isDictionaryFaultLogged = true;
            CollectionLog.DictionaryFailed(CollectionLog.Logger, Name, fault);
        }
    }

    private StripeNumbers NumbersOf(int first, int count) =>
        new(_written[first].Reference.Numbers.First, _written[first + count - 1].Reference.Numbers.Last);

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
            // The old file contains the commit and stays in use. The disk may be full, or permission may be missing, which may change. A damaged block remains
            // damaged, so this writer does not try again.
            _leastDeadBytes = fault is BlittableException ? long.MaxValue : 2 * dead;
            CollectionLog.RewriteFailed(CollectionLog.Logger, Name, dead, fault);
        }

        return !_file.IsUncertain;
    }

    private void Rewrite(CollectionFile file)
    {
        using var successor = file.CreateSuccessor();
        var copy = new SnapshotCopy(_source, _footers.Last, isBackup: false);
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
        _source = new SinkSource(_sink);
        _footers = footers;
        for (var i = 0; i < _dictionaries.Count; i++)
        {
            _dictionaries[i] = _dictionaries[i].MovedTo(_source, copy.Dictionaries[i]);
        }

        for (var i = 0; i < _written.Count; i++)
        {
            _written[i].MoveTo(copy.Stripes[i]);
        }
    }
}
