using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Caches blocks that were read and verified, so they are not verified again.</summary>
/// <param name="source">The file.</param>
/// <param name="count">The number of blocks.</param>
/// <param name="areIndexes">True if the blocks are indexes.</param>
internal sealed class OpenedBlocks(BlockSource source, int count, bool areIndexes = false)
{
    private readonly BlockSource _source = source;
    private readonly Block?[] _blocks = new Block?[count];

    /// <summary>Gets a block that was opened before.</summary>
    public bool TryGet(int index, out ReadOnlyMemory<byte> bytes)
    {
        var block = Volatile.Read(ref _blocks[index]);
        bytes = block is null ? default : block.Bytes;
        return block is not null;
    }

    /// <summary>Counts a block that is used.</summary>
    public void Count(in BlockReference block) => ReadMeter.Count(_source, block);

    /// <summary>Reads a block. Decompressed blocks other than indexes are not cached, because a scan would otherwise hold the whole file in memory.</summary>
    public ReadOnlyMemory<byte> Open(int index, in BlockReference block, string what) => Keep(index, block, _source.Read(block, what));

    /// <summary>Reads a column chunk and verifies that it has the specified number of rows. Later readers rely on that check.</summary>
    public ReadOnlyMemory<byte> OpenChunk(int index, in BlockReference block, string what, int rows)
    {
        var bytes = _source.Read(block, what);
        var found = ColumnHeader.Read(bytes.Span, verify: false, out _).Rows;
        if (found != rows)
        {
            ThrowHelper.InvalidData($"{what} with {rows} rows", $"{found}", block.Offset);
        }

        return Keep(index, block, bytes);
    }

    private ReadOnlyMemory<byte> Keep(int index, in BlockReference block, ReadOnlyMemory<byte> bytes)
    {
        if (areIndexes ? _source.KeepsIndexes : block.Compression == BlockCompression.None && _source.KeepsBlocks)
        {
            Volatile.Write(ref _blocks[index], new Block(bytes));
        }

        return bytes;
    }

    /// <summary>Wraps memory in an object, because a reference is written atomically and <see cref="ReadOnlyMemory{T}"/> is not.</summary>
    private sealed class Block(ReadOnlyMemory<byte> bytes)
    {
        public ReadOnlyMemory<byte> Bytes { get; } = bytes;
    }
}
