using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>The bytes of a collection, read block by block. Safe for any number of threads.</summary>
/// <remarks>What was read lies in a mapping that goes when this is disposed of, or when the last lease is given back, whichever is later.</remarks>
internal abstract class BlockSource : IDisposable
{
    private readonly RestoredBlocks _restored = new();

    /// <summary>The owner, until it disposes of this, and the leases.</summary>
    private int _users = 1;
    private int _isDisposed;

    /// <summary>The bytes there were when this was opened, or grew.</summary>
    public abstract long Length { get; }

    /// <summary>Gets a value that indicates whether the file has another length by now.</summary>
    public virtual bool HasOtherLength => false;

    /// <summary>Gets a value that indicates whether those who have read an uncompressed block may hold on to it. Where they may not, the blocks read last are kept here.</summary>
    public virtual bool KeepsBlocks => true;

    /// <summary>Bytes that were there when this was opened; valid until this is closed.</summary>
    protected abstract ReadOnlyMemory<byte> ReadCore(long offset, int length);

    /// <summary>The same, read so that a failure is an error and does not end the process.</summary>
    protected virtual ReadOnlyMemory<byte> ReadCheckedCore(long offset, int length) => ReadCore(offset, length);

    /// <summary>Takes the length that the file has by now. Threads that read meanwhile are not disturbed, but only one may call this at a time.</summary>
    /// <param name="committed">The end of the last state that was read from this: no block of a later one starts before it.</param>
    /// <exception cref="NotSupportedException">The source is one that does not grow.</exception>
    public virtual void Grow(long committed) => throw new NotSupportedException();

    /// <summary>Bytes of the file, read by calls of the system: those that lead to all others.</summary>
    /// <exception cref="BlittableException">They go beyond its end.</exception>
    /// <exception cref="IOException">They cannot be read.</exception>
    public ReadOnlyMemory<byte> ReadChecked(long offset, int length, string what)
    {
        CheckBounds(offset, length, what);
        return ReadCheckedCore(offset, length);
    }

    /// <summary>A block of which others are found, read by calls of the system.</summary>
    /// <inheritdoc cref="Read(in BlockReference, string)"/>
    public ReadOnlyMemory<byte> ReadChecked(in BlockReference block, string what) => Restore(block, ReadStored(block, what));

    /// <summary>A block as it is in the file, read by calls of the system, its checksum compared.</summary>
    /// <inheritdoc cref="Read(in BlockReference, string)"/>
    public ReadOnlyMemory<byte> ReadStored(in BlockReference block, string what) => Verify(block, ReadChecked(block.Offset, block.StoredLength, what), what);

    /// <summary>A block, its checksum compared, restored where it was compressed.</summary>
    /// <exception cref="BlittableException">It is not there or damaged; the message says which and where.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public ReadOnlyMemory<byte> Read(in BlockReference block, string what)
    {
        var isRemembered = block.Compression != BlockCompression.None || !KeepsBlocks;
        if (isRemembered && _restored.TryGet(block.Offset, out var known) && known.Length == block.Length)
        {
            return known;
        }

        CheckBounds(block.Offset, block.StoredLength, what);
        var restored = Restore(block, Verify(block, ReadCore(block.Offset, block.StoredLength), what));
        if (isRemembered)
        {
            _restored.Add(block.Offset, restored);
        }

        return restored;
    }

    /// <summary>Keeps all that is read valid for a while, even if this is disposed of meanwhile.</summary>
    /// <returns>False if it was disposed of before.</returns>
    public bool TryLease(out SourceLease lease)
    {
        lease = default;
        for (var users = Volatile.Read(ref _users); users > 0 && Volatile.Read(ref _isDisposed) == 0;)
        {
            var seen = Interlocked.CompareExchange(ref _users, users + 1, users);
            if (seen == users)
            {
                lease = new SourceLease(this);
                return true;
            }

            users = seen;
        }

        return false;
    }

    public void Release()
    {
        if (Interlocked.Decrement(ref _users) == 0)
        {
            Close();
        }
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            Release();
        }
    }

    /// <summary>Lets go of the bytes.</summary>
    protected abstract void Close();

    private static ReadOnlyMemory<byte> Verify(in BlockReference block, ReadOnlyMemory<byte> stored, string what)
    {
        var checksum = Crc32C.Compute(stored.Span);
        if (checksum != block.Checksum)
        {
            ThrowHelper.InvalidData($"{what} with the checksum {block.Checksum:x8}", $"{block.StoredLength} bytes with {checksum:x8}", block.Offset);
        }

        return stored;
    }

    private static ReadOnlyMemory<byte> Restore(in BlockReference block, ReadOnlyMemory<byte> stored)
    {
        if (block.Compression == BlockCompression.None)
        {
            return stored;
        }

        var restored = GC.AllocateUninitializedArray<byte>(block.Length);
        BlockCompressor.Decompress(block.Compression, stored.Span, restored);
        return restored;
    }

    private void CheckBounds(long offset, int length, string what)
    {
        if (offset < 0 || length < 0 || offset > Length - length)
        {
            ThrowHelper.InvalidData($"{length} bytes of {what}", $"a file of {Length} bytes", offset);
        }
    }
}
