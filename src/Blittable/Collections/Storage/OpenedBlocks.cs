namespace Blittable.Collections;

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
    public ReadOnlyMemory<byte> Open(int index, in BlockReference block, string what)
    {
        var bytes = _source.Read(block, what);
        if (block.Compression == BlockCompression.None)
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
