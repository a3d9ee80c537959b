using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Appends blocks after what is committed, and commits them.</summary>
/// <remarks>
/// <para>Nothing that a committed state reads is ever overwritten but the older superblock, and the file is never shortened.</para>
/// <para>Blocks gather in a piece that ends where the file's next 2 MB begin, and are written with it. The page cache of Linux then has each 2 MB of
/// the file in one huge page, so that a reader that maps the file takes one fault for them, not dozens.</para>
/// </remarks>
internal sealed class BlockSink(Stream stream, long position, BlockCompression compression)
{
    /// <summary>Blocks below this do not pay for the call.</summary>
    private const int LeastCompressed = 64;

    /// <summary>A huge page of x64 and, with pages of 4 KB, of ARM.</summary>
    private const int PieceSize = 1 << 21;

    private Stream _stream = stream;
    private readonly BlockCompression _compression = compression;
    private byte[] _compressed = [];
    private byte[] _piece = [];

    /// <summary>Where <see cref="_piece"/> starts in the file: what lies before is written.</summary>
    private long _written = position;

    /// <summary>Where the next block goes.</summary>
    public long Position { get; private set; } = position;

    /// <summary>Gets a value that indicates whether the superblock of a commit was written, but may not be on the disk: readers may see the commit, and a loss of power
    /// may take it back.</summary>
    public bool IsUncertain { get; private set; }

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

    /// <summary>Appends all bytes of another sink as they are, and leaves it empty.</summary>
    /// <param name="other">A sink that started at 0.</param>
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

    /// <summary>Flushes all that was appended, then lets the superblock of this commit point to the footer, and flushes that too.</summary>
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

    /// <summary>Commits to a new file, which has no readers yet: both superblocks at once, followed by zeros.</summary>
    public Superblock CommitFirst(long sequence, ReadOnlySpan<byte> footer, long rows, long documents)
    {
        var superblock = AppendFooter(sequence, footer, rows, documents);
        Write(superblock with { Sequence = sequence - 1 }, Superblock.PlaceSize);
        Write(superblock, Superblock.PlaceSize);
        Sync();
        return superblock;
    }

    /// <summary>Goes on in another file, which has all that is to be read.</summary>
    public void MoveTo(Stream stream, long position)
    {
        _stream = stream;
        Position = _written = position;
    }

    /// <summary>Reads bytes that were appended, or that were there before.</summary>
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

    /// <summary>Room after what was appended, up to a length and to the piece's end.</summary>
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
            // What the framework makes of EFBIG: the file system, or a limit of the process, allows no longer file.
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
