namespace Blittable.Collections;

/// <summary>Blocks that were read and checked before: those that lie in the file as they are need no second look.</summary>
internal sealed class OpenedBlocks(BlockSource source, int count)
{
    private readonly BlockSource _source = source;
    private readonly ReadOnlyMemory<byte>[] _blocks = new ReadOnlyMemory<byte>[count];

    /// <summary>A block that was opened already.</summary>
    public bool TryGet(int index, out ReadOnlyMemory<byte> bytes)
    {
        // A memory is more than a word: two threads must not see half of one.
        lock (_blocks)
        {
            bytes = _blocks[index];
        }

        return !bytes.IsEmpty;
    }

    /// <summary>Reads a block. One that is restored is not kept, or a scan would end with all of the file in memory.</summary>
    public ReadOnlyMemory<byte> Open(int index, in BlockReference block, string what)
    {
        var bytes = _source.Read(block, what);
        if (block.Compression == BlockCompression.None)
        {
            lock (_blocks)
            {
                _blocks[index] = bytes;
            }
        }

        return bytes;
    }
}
