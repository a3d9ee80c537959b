using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>A file, mapped. It stays open, so that what must not end the process is read by calls of the system.</summary>
/// <remarks>A file that grows is mapped piece by piece. What was given out stays where it is, and a reader that follows small commits does not make a mapping of each.</remarks>
internal sealed class MappedSource(SafeFileHandle file) : BlockSource
{
    /// <summary>Fewer bytes at the end of a file that grew are read by calls of the system: a process has some 65,000 mappings.</summary>
    private const long LeastMapped = 1 << 22;

    private readonly SafeFileHandle _file = file;
    private volatile Layout _layout = Layout.Of(new MappedFile(file));

    public override long Length => _layout.Length;

    public override bool HasOtherLength => RandomAccess.GetLength(_file) != Length;

    public override void Grow(long committed)
    {
        // The mapping before ends at any place, also within a block that was being written: blocks from the end of the committed ones on are in the next mapping.
        var layout = _layout;
        var length = RandomAccess.GetLength(_file);
        var start = Math.Min(layout.Tail, committed);
        _layout = length - start < LeastMapped
            ? layout with { Tail = start, Length = length }
            : new Layout([.. layout.Pieces, (start, new MappedFile(_file, start))], long.MaxValue, length);
    }

    /// <remarks>The length is looked at again when a block is first read. That finds most files that were shortened, but not one that is shortened between the look and the
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

    /// <summary>What is mapped. Immutable, so that threads that read see all of it or nothing.</summary>
    /// <param name="Pieces">The mappings, and where in the file the blocks of each start.</param>
    /// <param name="Tail">Where the blocks start that are in no mapping.</param>
    /// <param name="Length">The bytes of the file.</param>
    private sealed record Layout((long Start, MappedFile Mapped)[] Pieces, long Tail, long Length)
    {
        public static Layout Of(MappedFile mapped) => new([(0, mapped)], long.MaxValue, mapped.Length);
    }
}
