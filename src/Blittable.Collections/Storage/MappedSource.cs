using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Reads a memory-mapped file. The file stays open, so reads that must not terminate the process can use system calls.</summary>
/// <remarks>A growing file is mapped piece by piece, so memory returned earlier stays valid. Small commits do not get a mapping each.</remarks>
internal sealed class MappedSource(SafeFileHandle file) : BlockSource
{
    /// <summary>The number of new bytes below which the end of a grown file is read by system calls. A process can have only about 65,000 mappings.</summary>
    private const long LeastMapped = 1 << 22;

    private readonly SafeFileHandle _file = file;
    private volatile Layout _layout = Layout.Of(new MappedFile(file));

    public override long Length => _layout.Length;

    public override FileIdentity? Identity => FileIdentity.Of(_file);

    public override bool KeepsBlocks => true;

    public override bool HasOtherLength => RandomAccess.GetLength(_file) != Length;

    public override void Grow(long committed)
    {
        // The previous mapping may end within a block that was being written. Blocks after the committed bytes therefore belong to the next mapping.
        var layout = _layout;
        var length = RandomAccess.GetLength(_file);
        var start = Math.Min(layout.Tail, committed);
        _layout = length - start < LeastMapped
            ? layout with { Tail = start, Length = length }
            : new Layout([.. layout.Pieces, (start, new MappedFile(_file, start))], long.MaxValue, length);
    }

    /// <remarks>The length is checked again when a block is first read. This detects most truncated files, but not a file truncated between the check and the
    /// last use of the bytes.</remarks>
    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length)
    {
        var layout = _layout;
        if (offset >= layout.Tail)
        {
            return FileSource.Read(_file, offset, length);
        }

        if (RandomAccess.GetLength(_file) < offset + length)
        {
            throw FileSource.Shortened(offset + length);
        }

        var piece = layout.Pieces.Length - 1;
        while (layout.Pieces[piece].Start > offset)
        {
            piece--;
        }

        return layout.Pieces[piece].Mapped.Slice(offset, length);
    }

    protected override ReadOnlyMemory<byte> ReadCheckedCore(long offset, int length) => FileSource.Read(_file, offset, length);

    protected override void Close()
    {
        foreach (var (_, mapped) in _layout.Pieces)
        {
            mapped.Dispose();
        }

        _file.Dispose();
    }

    /// <summary>Represents the mappings of the file. Immutable, so concurrent readers see a consistent state.</summary>
    /// <param name="Pieces">The mappings, each with the file offset at which its blocks start.</param>
    /// <param name="Tail">The file offset from which blocks are not mapped.</param>
    /// <param name="Length">The length of the file in bytes.</param>
    private sealed record Layout((long Start, MappedFile Mapped)[] Pieces, long Tail, long Length)
    {
        public static Layout Of(MappedFile mapped) => new([(0, mapped)], long.MaxValue, mapped.Length);
    }
}
