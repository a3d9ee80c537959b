using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Appends blocks after the committed part of a file, and commits them.</summary>
/// <remarks>
/// <para>Bytes that a committed state uses are never overwritten, except for the superblocks, and the file is never truncated.</para>
/// <para>Blocks are buffered and written in pieces that end at 2 MB boundaries of the file. On Linux, the page cache then stores each 2 MB in one huge
/// page. A reader that maps the file incurs one page fault per huge page instead of dozens.</para>
/// </remarks>
internal sealed class BlockSink(Stream stream, long position, BlockCompression compression, long place = 0)
{
    /// <summary>The block size below which compression is not worthwhile.</summary>
    private const int LeastCompressed = 64;

    /// <summary>The size of a huge page on x64 and, with 4 KB pages, on Arm64.</summary>
    private const int PieceSize = 1 << 21;

    /// <summary>Held during commits and flushes: a superblock written during a flush may or may not be flushed.</summary>
    private readonly Lock _committing = new();

    private Stream _stream = stream;
    private readonly BlockCompression _compression = compression;
    private byte[] _compressed = [];
    private byte[] _piece = [];

    /// <summary>The place of the last flushed superblock, which must not be overwritten, and the end of the bytes flushed with it.</summary>
    private long _flushedPlace = place;
    private long _flushedEnd = position;

    /// <summary>The last commit, if this sink wrote it.</summary>
    private Superblock _last;

    /// <summary>The CRC-32C of the bytes from <see cref="_flushedEnd"/> to <see cref="_checkedEnd"/>.</summary>
    private uint _checksum;
    private long _checkedEnd = position;

    private IOException? _fault;

    /// <summary>The file offset of the start of <see cref="_piece"/>. Everything before it is written.</summary>
    private long _written = position;

    /// <summary>Gets the file offset of the next block.</summary>
    public long Position { get; private set; } = position;

    /// <summary>Gets a value that indicates whether a superblock was written but may not be on disk: readers may see the commit, and a power failure may undo
    /// it.</summary>
    public bool IsUncertain { get; private set; }

    /// <summary>Gets a value that indicates whether the last write failed.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Gets a value that indicates whether the last commit is on disk.</summary>
    public bool IsFlushed { get; private set; } = true;

    /// <summary>Appends a block, compressed if requested and if compression makes it smaller.</summary>
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
    /// <param name="sequence">The number of the commit.</param>
    /// <param name="footer">The footer.</param>
    /// <param name="rows">The number of rows, including deleted ones.</param>
    /// <param name="documents">The number of documents.</param>
    /// <param name="isFlushed"><see langword="false"/> to write without flushing, unless there are too many unflushed bytes.</param>
    /// <exception cref="IOException">A write or a flush failed, or a flush since the previous commit failed.</exception>
    public Superblock Commit(long sequence, ReadOnlySpan<byte> footer, long rows, long documents, bool isFlushed)
    {
        lock (_committing)
        {
            ThrowIfFailed();
            var superblock = AppendFooter(sequence, footer, rows, documents);
            if (isFlushed || superblock.End - _flushedEnd > Superblock.MostUnflushed)
            {
                isFlushed = true;
                SyncCommits();
            }
            else
            {
                AddToChecksum(superblock.End);
                superblock = superblock with { Unflushed = _flushedEnd, UnflushedChecksum = _checksum };
            }

            superblock = superblock with { Place = OtherPlace };
            IsUncertain = true;
            Write(superblock, Superblock.FullSize);
            (_last, IsFlushed) = (superblock, false);
            if (isFlushed)
            {
                SyncCommits();
            }

            IsUncertain = false;
            return superblock;
        }
    }

    /// <summary>Flushes the last commit, unless it is on disk. Any thread may call this method.</summary>
    /// <exception cref="IOException">The flush or an earlier flush failed. Later commits fail too.</exception>
    public void FlushCommits()
    {
        lock (_committing)
        {
            ThrowIfFailed();
            if (!IsFlushed)
            {
                SyncCommits();
            }
        }
    }

    /// <summary>Flushes the last commit and marks its superblock as flushed, so opening the file does not verify the bytes of the commit.</summary>
    /// <exception cref="IOException">The flush or an earlier flush failed.</exception>
    public void Settle()
    {
        lock (_committing)
        {
            FlushCommits();
            if (_last.Unflushed > 0)
            {
                WriteSettled(_last);
            }
        }
    }

    /// <summary>Settles the commit of an earlier writer.</summary>
    /// <remarks>Its bytes are written again: if a flush of the earlier writer failed, the system's cache may contain them and consider them flushed.</remarks>
    /// <param name="superblock">The last commit of the file.</param>
    /// <exception cref="IOException">A write or a flush failed.</exception>
    public void Settle(in Superblock superblock)
    {
        var piece = new byte[(int)Math.Min(PieceSize, superblock.End - superblock.Unflushed)];
        for (long offset = superblock.Unflushed, length; offset < superblock.End; offset += length)
        {
            length = Math.Min(piece.Length, superblock.End - offset);
            Read(offset, piece.AsSpan(0, (int)length));
            Write(offset, piece.AsSpan(0, (int)length));
        }

        Sync();
        WriteSettled(superblock);
    }

    /// <summary>Commits to a new file without readers: writes both superblocks at once, padded with zeros.</summary>
    public Superblock CommitFirst(long sequence, ReadOnlySpan<byte> footer, long rows, long documents)
    {
        var superblock = AppendFooter(sequence, footer, rows, documents);
        Write(superblock with { Sequence = sequence - 1, Place = OtherPlace }, Superblock.PlaceSize);
        Write(superblock, Superblock.PlaceSize);
        Sync();
        SetFlushed(superblock);
        return superblock;
    }

    /// <summary>Continues in another file, which must contain all bytes that are still read.</summary>
    /// <param name="stream">The file.</param>
    /// <param name="last">Its flushed last commit.</param>
    public void MoveTo(Stream stream, in Superblock last)
    {
        lock (_committing)
        {
            _stream = stream;
            Position = _written = last.End;
            SetFlushed(last);
        }
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

    private long OtherPlace => Superblock.PlaceSize - _flushedPlace;

    /// <summary>Adds committed bytes to the checksum of the unflushed ones.</summary>
    private void AddToChecksum(long end)
    {
        var piece = new byte[(int)Math.Min(PieceSize, end - _checkedEnd)];
        for (int length; _checkedEnd < end; _checkedEnd += length)
        {
            length = (int)Math.Min(piece.Length, end - _checkedEnd);
            Read(_checkedEnd, piece.AsSpan(0, length));
            _checksum = Crc32C.Compute(piece.AsSpan(0, length), _checksum);
        }
    }

    private void ThrowIfFailed()
    {
        if (_fault is not null)
        {
            throw new IOException(_fault.Message, _fault);
        }
    }

    /// <summary>Flushes the file, and with it the last commit.</summary>
    private void SyncCommits()
    {
        try
        {
            Sync();
        }
        catch (IOException fault)
        {
            _fault = fault;
            throw;
        }

        if (!IsFlushed)
        {
            SetFlushed(_last);
        }
    }

    private void SetFlushed(in Superblock superblock)
    {
        (_last, IsFlushed) = (superblock, true);
        (_flushedPlace, _flushedEnd) = (superblock.Place, superblock.End);
        (_checksum, _checkedEnd) = (0, superblock.End);
    }

    /// <summary>Overwrites the superblock of a flushed commit to mark it as flushed.</summary>
    private void WriteSettled(in Superblock superblock)
    {
        var settled = superblock with { Unflushed = 0, UnflushedChecksum = 0 };
        Write(settled, Superblock.FullSize);
        Sync();
        SetFlushed(settled);
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
        HasFailed = true;
        try
        {
            _stream.Position = offset;
            _stream.Write(bytes);
            HasFailed = false;
        }
        catch (ArgumentOutOfRangeException fault)
        {
            throw FileLimit.ErrorOf(Name is { } name ? PartialName.FinalOf(name) : null, fault);
        }
        catch (IOException fault) when (PartialName.TryNameFinal(fault, Name, out var named))
        {
            throw named;
        }
    }

    private string? Name => (_stream as FileStream)?.Name;

    private void Sync()
    {
        if (_stream is not FileStream file)
        {
            _stream.Flush();
            return;
        }

        try
        {
            DurableFile.Flush(file);
        }
        catch (IOException fault) when (PartialName.TryNameFinal(fault, file.Name, out var named))
        {
            throw named;
        }
    }
}
