using Blittable.Collections.Storage;

namespace Blittable.Collections.Recovery;

/// <summary>Finds the sealed records of a file without references to them: footers and stripe marks.</summary>
internal sealed class RecordSearch
{
    private const int WindowBytes = 1 << 24;

    /// <summary>The number of bytes that are skipped if the disk cannot read them.</summary>
    private const int UnreadableBytes = 1 << 16;

    /// <summary>Limits the bytes read to a multiple of the file size, so false record headers in a hostile file cannot prolong the search.</summary>
    private const int MostReadTimes = 4;

    private readonly BlockSource _source;
    private readonly List<(long Offset, long Sequence, bool IsFooter)> _order = [];
    private long _budget;

    private RecordSearch(BlockSource source)
    {
        _source = source;
        _budget = (MostReadTimes * source.Length) + WindowBytes;
    }

    /// <summary>Gets the footers, in file order.</summary>
    public List<(BlockReference Place, Footer Footer)> Footers { get; } = [];

    /// <summary>Gets the stripe marks, in file order.</summary>
    public List<StripeMark> Stripes { get; } = [];

    /// <summary>Gets a value that indicates whether records may have been missed because the file contains too many false headers.</summary>
    public bool IsIncomplete { get; private set; }

    /// <summary>Gets the number of bytes that the disk could not read.</summary>
    public long Unreadable { get; private set; }

    /// <summary>Searches a file.</summary>
    /// <exception cref="OperationCanceledException">The search was canceled.</exception>
    public static RecordSearch Run(BlockSource source, CancellationToken cancellationToken)
    {
        var search = new RecordSearch(source);
        for (long start = Superblock.DataStart; start < source.Length - SealedRecord.HeaderSize;)
        {
            cancellationToken.ThrowIfCancellationRequested();
            start = search.Window(start);
        }

        search.LeaveOutOverwritten();
        return search;
    }

    /// <summary>Searches a part of the file.</summary>
    /// <returns>The offset of the next part.</returns>
    private long Window(long start)
    {
        if (!TryRead(start, WindowBytes, out var window) && !TryRead(start, UnreadableBytes, out window))
        {
            Unreadable += Math.Min(UnreadableBytes, _source.Length - start);
            return start + UnreadableBytes;
        }

        var isLast = start + window.Length == _source.Length;
        for (var at = 0; ; at += SealedRecord.Start.Length)
        {
            var found = window.Span[at..].IndexOf(SealedRecord.Start);
            at += found;
            if (found < 0 || at + (isLast ? SealedRecord.HeaderSize : SealedRecord.MostPrefixSize) > window.Length)
            {
                // A header may extend past the end.
                return isLast ? _source.Length : start + window.Length - (SealedRecord.MostPrefixSize - 1);
            }

            // Documents may contain anything that looks like a header, but not its own offset, unless they were written for this purpose.
            var bytes = window.Span[at..];
            if (SealedRecord.IsHeader(bytes, out var kind, out var length) && SealedRecord.IsAt(bytes, start + at)
                && length <= _source.Length - (start + at) && TryAdd(start + at, kind, (int)length))
            {
                return start + at + length;
            }
        }
    }

    private bool TryRead(long start, int length, out ReadOnlyMemory<byte> bytes)
    {
        try
        {
            bytes = _source.ReadChecked(start, (int)Math.Min(length, _source.Length - start), "the file");
            return true;
        }
        catch (BlittableException)
        {
            bytes = default;
            return false;
        }
    }

    private bool TryAdd(long offset, byte kind, int length)
    {
        if (length > _budget)
        {
            IsIncomplete = true;
            return false;
        }

        _budget -= length;
        try
        {
            var bytes = _source.ReadChecked(offset, length, "a record");
            if (kind == SealedRecord.Footer)
            {
                var footer = Footer.Read(bytes, offset);
                var place = new BlockReference(offset, length, length, BlockCompression.None, Layout.Crc32C.Compute(bytes.Span));
                Footers.Add((place, footer));
                _order.Add((offset, footer.Sequence, true));
            }
            else
            {
                var stripe = StripeMark.Read(bytes, offset);
                Stripes.Add(stripe);
                _order.Add((offset, stripe.Sequence, false));
            }

            _budget += length;
            return true;
        }
        catch (BlittableException)
        {
            return false;
        }
    }

    /// <summary>Removes records that an interrupted writer left behind and a later writer has partly overwritten. Commits are consecutive in the file,
    /// and each ends with its footer. A record after a record of a later commit, or after the footer of its own commit, is therefore stale.</summary>
    private void LeaveOutOverwritten()
    {
        var stale = new HashSet<long>();
        var (last, isClosed) = (-1L, false);
        foreach (var (offset, sequence, isFooter) in _order)
        {
            if (sequence < last || (sequence == last && isClosed))
            {
                stale.Add(offset);
            }
            else
            {
                (last, isClosed) = (sequence, isFooter);
            }
        }

        // Only blocks of a stripe are located between its first block and its directory.
        var offsets = _order.ConvertAll(record => record.Offset);
        foreach (var stripe in Stripes)
        {
            var next = offsets.BinarySearch(stripe.Stripe.Origin);
            next = next < 0 ? ~next : next;
            if (next < offsets.Count && offsets[next] < stripe.Stripe.Directory.Offset)
            {
                stale.Add(stripe.Offset);
            }
        }

        Footers.RemoveAll(footer => stale.Contains(footer.Place.Offset));
        Stripes.RemoveAll(stripe => stale.Contains(stripe.Offset));
    }
}
