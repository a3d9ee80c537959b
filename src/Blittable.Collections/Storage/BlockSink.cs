using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Appends blocks after the committed part of a file, and commits them.</summary>
/// <remarks>
/// <para>Bytes that a committed state uses are never overwritten, except for the older superblock, and the file is never truncated.</para>
/// <para>Blocks are buffered and written in pieces that end at 2 MB boundaries of the file. On Linux, the page cache then stores each 2 MB in one huge page, so
/// that a reader that maps the file takes one page fault for them instead of dozens.</para>
/// </remarks>
internal sealed class BlockSink(Stream stream, long position, BlockCompression compression)
{
    /// <summary>The block size below which compression is not worthwhile.</summary>
    private const int LeastCompressed = 64;

    /// <summary>The size of a huge page on x64 and, with 4 KB pages, on Arm64.</summary>
    private const int PieceSize = 1 << 21;

    private Stream _stream = stream;
    private readonly BlockCompression _compression = compression;
    private byte[] _compressed = [];
    private byte[] _piece = [];

    /// <summary>The file offset of the start of <see cref="_piece"/>. Everything before it is written.</summary>
    private long _written = position;

    /// <summary>Gets the file offset of the next block.</summary>
    public long Position { get; private set; } = position;

    /// <summary>Gets a value that indicates whether a superblock was written but may not be on disk: readers may see the commit, and a power failure may undo
    /// it.</summary>
    public bool IsUncertain { get; private set; }

    /// <summary>Appends a block, compressed if requested and if that makes it smaller.</summary>
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

        // Compression must save at least 5 % to be worth the decompression.
        var room = _compressed.AsSpan(0, block.Length - (block.Length / 20));
        return BlockCompressor.TryCompress(_compression, block, room, out var written)
            ? Append(room[..written], block.Length, _compression)
            : Append(block, block.Length, BlockCompression.None);
    }

    /// <summary>Appends bytes without compression.</summary>
    public BlockReference WritePlain(ReadOnlySpan<byte> bytes) => Append(bytes, bytes.Length, BlockCompression.None);

    /// <summary>Appends all bytes of another sink unchanged, and empties that sink.</summary>
    /// <param name="other">A sink that started at offset 0.</param>
    public void Take(BlockSink other)
    {
        var length = other.Position;
        for (long offset = 0; offset < length;)
        {
            var room = ReservePiece((int)Math.Min(PieceSize, length - offset));
            other.Read(offset, room);
            offset += room.Length;
            Advance(room.Length);
        }

        other.Position = other._written = 0;
    }

    /// <summary>Writes and flushes the footer and all appended blocks, then writes and flushes the superblock.</summary>
    public Superblock Commit(long sequence, ReadOnlySpan<byte> footer, long rows, long documents)
    {
        var superblock = AppendFooter(sequence, footer, rows, documents);
        Sync();
        IsUncertain = true;
        Write(superblock, Superblock.Size);
        Sync();
        IsUncertain = false;
        return superblock;
    }

    /// <summary>Commits to a new file without readers: writes both superblocks at once, padded with zeros.</summary>
    public Superblock CommitFirst(long sequence, ReadOnlySpan<byte> footer, long rows, long documents)
    {
        var superblock = AppendFooter(sequence, footer, rows, documents);
        Write(superblock with { Sequence = sequence - 1 }, Superblock.PlaceSize);
        Write(superblock, Superblock.PlaceSize);
        Sync();
        return superblock;
    }

    /// <summary>Continues in another file, which must contain all bytes that are still read.</summary>
    public void MoveTo(Stream stream, long position)
    {
        _stream = stream;
        Position = _written = position;
    }

    /// <summary>Reads bytes of the file, including appended bytes that are not yet written.</summary>
    public void Read(long offset, Span<byte> destination)
    {
        var written = (int)Math.Clamp(_written - offset, 0, destination.Length);
        if (written > 0)
        {
            _stream.Position = offset;
            _stream.ReadExactly(destination[..written]);
        }

        if (written < destination.Length)
        {
            _piece.AsSpan((int)(offset + written - _written), destination.Length - written).CopyTo(destination[written..]);
        }
    }

    private BlockReference Append(ReadOnlySpan<byte> bytes, int length, BlockCompression compression)
    {
        var block = new BlockReference(Position, bytes.Length, length, compression, Crc32C.Compute(bytes));
        while (!bytes.IsEmpty)
        {
            var part = ReservePiece(bytes.Length);
            bytes[..part.Length].CopyTo(part);
            bytes = bytes[part.Length..];
            Advance(part.Length);
        }

        return block;
    }

    /// <summary>Reserves free space of up to the specified length, within the current piece.</summary>
    private Span<byte> ReservePiece(int length)
    {
        var part = (int)Math.Min(length, PieceSize - (Position % PieceSize));
        var end = (int)(Position - _written) + part;
        if (_piece.Length < end)
        {
            Array.Resize(ref _piece, Math.Min(PieceSize, Math.Max(end, 2 * _piece.Length)));
        }

        return _piece.AsSpan(end - part, part);
    }

    private void Advance(int length)
    {
        Position += length;
        if (Position % PieceSize == 0)
        {
            WriteOut();
        }
    }

    private Superblock AppendFooter(long sequence, ReadOnlySpan<byte> footer, long rows, long documents)
    {
        var block = WritePlain(footer);
        WriteOut();
        return new Superblock(sequence, block.Offset, block.StoredLength, block.Checksum, rows, Position, documents);
    }

    private void Write(in Superblock superblock, int size)
    {
        Span<byte> bytes = stackalloc byte[size];
        bytes.Clear();
        superblock.Write(bytes);
        Write(superblock.Place, bytes);
    }

    private void WriteOut()
    {
        Write(_written, _piece.AsSpan(0, (int)(Position - _written)));
        _written = Position;
    }

    private void Write(long offset, ReadOnlySpan<byte> bytes)
    {
        try
        {
            _stream.Position = offset;
            _stream.Write(bytes);
        }
        catch (ArgumentOutOfRangeException fault)
        {
            // .NET reports EFBIG this way: the file exceeds a limit of the file system or the process.
            throw new IOException(fault.Message, fault);
        }
    }

    private void Sync()
    {
        if (_stream is FileStream file)
        {
            DurableFile.Flush(file);
        }
        else
        {
            _stream.Flush();
        }
    }
}
