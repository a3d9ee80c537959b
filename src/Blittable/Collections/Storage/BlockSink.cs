using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Appends blocks behind what is committed, and commits them.</summary>
/// <remarks>Nothing that a committed state reads is ever overwritten but the older superblock, and the file is never shortened.</remarks>
internal sealed class BlockSink(Stream stream, long position, BlockCompression compression)
{
    /// <summary>Blocks below this do not pay for the call.</summary>
    private const int LeastCompressed = 64;

    private readonly Stream _stream = stream;
    private readonly BlockCompression _compression = compression;
    private byte[] _compressed = [];

    /// <summary>Where the next block goes.</summary>
    public long Position { get; private set; } = position;

    /// <summary>Appends a block, compressed where that is asked for and makes it smaller.</summary>
    public BlockReference Write(ReadOnlySpan<byte> block)
    {
        if (_compression == BlockCompression.None || block.Length < LeastCompressed)
        {
            return Append(block, block.Length, BlockCompression.None);
        }

        if (_compressed.Length < block.Length)
        {
            _compressed = GC.AllocateUninitializedArray<byte>(block.Length);
        }

        // A twentieth less, or it is not worth restoring.
        var room = _compressed.AsSpan(0, block.Length - (block.Length / 20));
        return BlockCompressor.TryCompress(_compression, block, room, out var written)
            ? Append(room[..written], block.Length, _compression)
            : Append(block, block.Length, BlockCompression.None);
    }

    /// <summary>Appends bytes that are never compressed.</summary>
    public BlockReference WritePlain(ReadOnlySpan<byte> bytes) => Append(bytes, bytes.Length, BlockCompression.None);

    /// <summary>Makes all that was appended last, then lets the superblock of this commit point to the footer, and makes that last too.</summary>
    public Superblock Commit(long sequence, ReadOnlySpan<byte> footer, long rows)
    {
        var block = WritePlain(footer);
        Sync();
        var superblock = new Superblock(sequence, block.Offset, block.StoredLength, block.Checksum, rows, Position);
        Span<byte> bytes = stackalloc byte[Superblock.Size];
        superblock.Write(bytes);
        _stream.Position = superblock.Place;
        _stream.Write(bytes);
        Sync();
        return superblock;
    }

    private BlockReference Append(ReadOnlySpan<byte> bytes, int length, BlockCompression compression)
    {
        _stream.Position = Position;
        _stream.Write(bytes);
        var block = new BlockReference(Position, bytes.Length, length, compression, Crc32C.Compute(bytes));
        Position += bytes.Length;
        return block;
    }

    private void Sync()
    {
        if (_stream is FileStream file)
        {
            file.Flush(flushToDisk: true);
        }
        else
        {
            _stream.Flush();
        }
    }
}
