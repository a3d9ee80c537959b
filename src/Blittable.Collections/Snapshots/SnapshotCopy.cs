using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Snapshots;

/// <summary>Plans and creates a file that contains only one committed state. All offsets are computed before the first byte is written, so the stream need not
/// be seekable.</summary>
internal sealed class SnapshotCopy
{
    private readonly BlockSource _source;
    private readonly CollectionState _state;
    private readonly byte[][] _marks;
    private readonly Superblock _superblock;
    private readonly bool _isBackup;

    /// <summary>Plans a copy.</summary>
    /// <param name="source">The file that contains the state.</param>
    /// <param name="state">The state.</param>
    /// <param name="isBackup">True if both files may be appended to; false if the copy replaces the file.</param>
    public SnapshotCopy(BlockSource source, CollectionState state, bool isBackup)
    {
        _source = source;
        _state = state;
        _isBackup = isBackup;
        long end = Superblock.DataStart;
        Dictionaries = [.. state.Dictionaries.Select(dictionary => dictionary with { Block = Move(dictionary.Block, ref end) })];
        Stripes = new StripeReference[state.Stripes.Count];
        _marks = new byte[Stripes.Length][];
        for (var i = 0; i < _marks.Length; i++)
        {
            var stripe = state.Stripes[i];
            var deleted = stripe.Deleted;
            deleted = new DeletedRows(deleted.Count, Move(deleted.Mask, ref end), deleted.Rows.ToArray());
            stripe = stripe.MovedTo(end) with { Deleted = deleted };
            Stripes[i] = stripe;
            if (stripe.IsGone)
            {
                _marks[i] = [];
                continue;
            }

            end += stripe.Length;
            _marks[i] = new StripeMark(end, state.Sequence, stripe, stripe.Dictionary == 0 ? default : Dictionaries[stripe.Dictionary - 1], state.Options).ToArray();
            end = StripeMark.TryGetCopy(stripe, _marks[i].Length, out var copy) ? copy.Offset + copy.StoredLength : end + _marks[i].Length;
        }

        var lineage = isBackup ? state.Lineage with { IsBackup = true } : state.Lineage;
        Footer = new FooterChain().Next(state.Sequence, lineage, state.Options, Dictionaries, Stripes, state.Tokens);
        var footer = Footer.ToArray(end);
        _superblock = new Superblock(
            state.Sequence, end, footer.Length, Crc32C.Compute(footer), state.RowCount, end + footer.Length, state.LiveCount);
        FooterBytes = footer;
        Length = end + footer.Length;
    }

    /// <summary>Gets the number of bytes of the copy.</summary>
    public long Length { get; }

    /// <summary>Gets the dictionaries with their locations in the copy.</summary>
    public DictionaryReference[] Dictionaries { get; }

    /// <summary>Gets the stripes with their locations in the copy.</summary>
    public StripeReference[] Stripes { get; }

    /// <summary>Gets the footer, which has the complete state and follows the stripes.</summary>
    public Footer Footer { get; }

    public ReadOnlyMemory<byte> FooterBytes { get; }

    /// <summary>Gets the superblocks, which are the start of the copy. As in any new file, the second one has a sequence that is one lower.</summary>
    public ReadOnlyMemory<byte> Superblocks
    {
        get
        {
            var bytes = new byte[Superblock.DataStart];
            _superblock.Write(bytes);
            (_superblock with { Sequence = _state.Sequence - 1 }).Write(bytes.AsSpan(Superblock.PlaceSize));
            return bytes;
        }
    }

    /// <summary>Reads the bytes of the copy between the superblocks and the footer, piece by piece.</summary>
    /// <remarks>A copy that replaces the file has its dictionaries as they are. A damaged dictionary still does not match its checksum, and costs only the documents
    /// that need it. Other blocks must be intact, because recovery can find earlier versions of their documents in the unused part of the file.</remarks>
    /// <exception cref="BlittableException">A block does not match its checksum.</exception>
    public IEnumerable<ReadOnlyMemory<byte>> ReadBody()
    {
        foreach (var dictionary in _state.Dictionaries)
        {
            yield return _isBackup
                ? _source.ReadStored(dictionary.Block, "a dictionary")
                : _source.ReadChecked(dictionary.Block.Offset, dictionary.Block.StoredLength, "a dictionary");
        }

        for (var i = 0; i < _marks.Length; i++)
        {
            var stripe = _state.Stripes[i];
            if (stripe.IsGone)
            {
                continue;
            }

            if (stripe.Deleted.Mask.Exists)
            {
                yield return _source.ReadStored(stripe.Deleted.Mask, "the mask of deleted rows");
            }

            foreach (var part in StripeBytes.Read(_source, stripe))
            {
                yield return part;
            }

            yield return _marks[i];
            if (StripeMark.TryGetCopy(Stripes[i], _marks[i].Length, out var copy))
            {
                yield return new byte[copy.Offset - Stripes[i].Origin - Stripes[i].Length - _marks[i].Length];
                yield return _source.ReadStored(stripe.Directory, "a stripe directory");
            }
        }
    }

    private static BlockReference Move(BlockReference block, ref long end)
    {
        if (!block.Exists)
        {
            return block;
        }

        var moved = block with { Offset = end };
        end += block.StoredLength;
        return moved;
    }
}
