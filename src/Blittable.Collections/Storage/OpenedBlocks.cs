using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Blocks that were read and checked before: those that lie in the file as they are need no second look.</summary>
internal sealed class OpenedBlocks(BlockSource source, int count)
{
    private readonly BlockSource _source = source;
    private readonly Block?[] _blocks = new Block?[count];

    /// <summary>A block that was opened already.</summary>
    public bool TryGet(int index, out ReadOnlyMemory<byte> bytes)
    {
        var block = Volatile.Read(ref _blocks[index]);
        bytes = block is null ? default : block.Bytes;
        return block is not null;
    }

    /// <summary>Reads a block. One that is restored is not kept, or a scan would end with all of the file in memory.</summary>
    public ReadOnlyMemory<byte> Open(int index, in BlockReference block, string what) => Keep(index, block, _source.Read(block, what));

    /// <summary>Reads a block that is a column chunk of so many rows; readers that find it opened rely on that.</summary>
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
        if (block.Compression == BlockCompression.None && _source.KeepsBlocks)
        {
            Volatile.Write(ref _blocks[index], new Block(bytes));
        }

        return bytes;
    }

    /// <summary>A memory is more than a word, of which another thread might see half; a reference to one is not.</summary>
    private sealed class Block(ReadOnlyMemory<byte> bytes)
    {
        public ReadOnlyMemory<byte> Bytes { get; } = bytes;
    }
}
