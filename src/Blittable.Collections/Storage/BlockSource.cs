using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Reads the blocks of a collection. Thread-safe.</summary>
/// <remarks>Memory returned by reads may be part of a mapping, which is released when the source is disposed and all leases are returned.</remarks>
internal abstract class BlockSource : IDisposable
{
    private readonly RestoredBlocks _restored = new();

    /// <summary>The number of users: one for the owner until it disposes the source, and one for each lease.</summary>
    private int _users = 1;
    private int _isDisposed;

    /// <summary>Gets the length of the file in bytes when the source was opened or last grew.</summary>
    public abstract long Length { get; }

    /// <summary>Gets a value that indicates whether the length of the file has changed.</summary>
    public virtual bool HasOtherLength => false;

    /// <summary>Gets the identity of the file; null for a stream, or if the operating system does not report it.</summary>
    public virtual FileIdentity? Identity => null;

    /// <summary>Gets a value that indicates whether reads return memory that exists anyway, so callers may keep the uncompressed blocks that they have
    /// read. Otherwise, reads return copies, keeping the copies of a whole scan would fill the memory, and recently read blocks are cached here.</summary>
    public virtual bool KeepsBlocks => false;

    /// <summary>Gets a value that indicates whether callers may keep the indexes that they have read.</summary>
    public virtual bool KeepsIndexes => KeepsBlocks;

    /// <summary>Reads bytes within the initial length. They are valid until the source is closed.</summary>
    protected abstract ReadOnlyMemory<byte> ReadCore(long offset, int length);

    /// <summary>Reads bytes such that failures throw an exception and never terminate the process.</summary>
    protected virtual ReadOnlyMemory<byte> ReadCheckedCore(long offset, int length) => ReadCore(offset, length);

    /// <summary>Updates the length to the current length of the file. Other threads may read meanwhile, but only one thread at a time may call this
    /// method.</summary>
    /// <param name="committed">The end of the last state that was read from this source. No block of a later state starts before it.</param>
    /// <exception cref="NotSupportedException">The source cannot grow.</exception>
    public virtual void Grow(long committed) => throw new NotSupportedException();

    /// <summary>Reads bytes of the file by system calls. Used for bytes that locate others.</summary>
    /// <exception cref="BlittableException">The bytes extend past the end of the file.</exception>
    /// <exception cref="IOException">The bytes cannot be read.</exception>
    public ReadOnlyMemory<byte> ReadChecked(long offset, int length, string what)
    {
        CheckBounds(offset, length, what);
        return ReadCheckedCore(offset, length);
    }

    /// <summary>Reads a block by system calls. Used for blocks that locate others.</summary>
    /// <inheritdoc cref="Read(in BlockReference, string)"/>
    public ReadOnlyMemory<byte> ReadChecked(in BlockReference block, string what) => Restore(block, ReadStored(block, what));

    /// <summary>Reads the stored bytes of a block by system calls, without decompressing them, and verifies their checksum.</summary>
    /// <inheritdoc cref="Read(in BlockReference, string)"/>
    public ReadOnlyMemory<byte> ReadStored(in BlockReference block, string what) => Verify(block, ReadChecked(block.Offset, block.StoredLength, what), what);

    /// <summary>Reads a block, verifies its checksum, and decompresses it if necessary.</summary>
    /// <exception cref="BlittableException">The block is missing or damaged. The message identifies it and its location.</exception>
    /// <exception cref="IOException">The block cannot be read.</exception>
    public ReadOnlyMemory<byte> Read(in BlockReference block, string what)
    {
        var isRemembered = block.Compression != BlockCompression.None || !KeepsBlocks;
        if (isRemembered && _restored.TryGet(block, out var known))
        {
            return known;
        }

        CheckBounds(block.Offset, block.StoredLength, what);
        var restored = Restore(block, Verify(block, ReadCore(block.Offset, block.StoredLength), what));
        if (isRemembered)
        {
            _restored.Add(block, restored);
        }

        return restored;
    }

    /// <summary>Acquires a lease. Memory read from the source stays valid until the lease is disposed, even if the source is disposed first.</summary>
    /// <returns>False if the source is already disposed.</returns>
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

    /// <summary>Releases the bytes.</summary>
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
