using Blittable.Format;

namespace Blittable.Collections;

/// <summary>The bytes of a collection, read block by block. Safe for any number of threads.</summary>
/// <remarks>What was read lies in a mapping that goes when this is disposed of, or when the last lease is given back, whichever is later.</remarks>
internal abstract class BlockSource : IDisposable
{
    private readonly RestoredBlocks _restored = new();

    /// <summary>The owner, until it disposes of this, and the leases.</summary>
    private int _users = 1;
    private int _isDisposed;

    /// <summary>The bytes there are.</summary>
    public abstract long Length { get; }

    /// <summary>Bytes that are known to be there; valid until this is closed.</summary>
    protected abstract ReadOnlyMemory<byte> ReadCore(long offset, int length);

    /// <summary>Bytes of the file.</summary>
    /// <exception cref="BlittableException">They go beyond its end.</exception>
    public ReadOnlyMemory<byte> Read(long offset, int length, string what)
    {
        if (offset < 0 || length < 0 || offset > Length - length)
        {
            ThrowHelper.InvalidData($"{length} bytes of {what}", $"a file of {Length} bytes", offset);
        }

        return ReadCore(offset, length);
    }

    /// <summary>A block, its checksum compared, restored where it was compressed.</summary>
    /// <exception cref="BlittableException">It is not there or damaged; the message says which and where.</exception>
    public ReadOnlyMemory<byte> Read(in BlockReference block, string what)
    {
        if (block.Compression != BlockCompression.None && _restored.TryGet(block.Offset, out var known) && known.Length == block.Length)
        {
            return known;
        }

        var stored = Read(block.Offset, block.StoredLength, what);
        var checksum = Crc32C.Compute(stored.Span);
        if (checksum != block.Checksum)
        {
            ThrowHelper.InvalidData($"{what} with the checksum {block.Checksum:x8}", $"{block.StoredLength} bytes with {checksum:x8}", block.Offset);
        }

        if (block.Compression == BlockCompression.None)
        {
            return stored;
        }

        var restored = GC.AllocateUninitializedArray<byte>(block.Length);
        BlockCompressor.Decompress(block.Compression, stored.Span, restored);
        _restored.Add(block.Offset, restored);
        return restored;
    }

    /// <summary>Keeps all that is read valid for a while, even if this is disposed of meanwhile.</summary>
    /// <exception cref="ObjectDisposedException">Somebody has already.</exception>
    public SourceLease Lease()
    {
        for (var users = Volatile.Read(ref _users); ;)
        {
            ObjectDisposedException.ThrowIf(users == 0 || Volatile.Read(ref _isDisposed) != 0, typeof(CollectionReader));
            var seen = Interlocked.CompareExchange(ref _users, users + 1, users);
            if (seen == users)
            {
                return new SourceLease(this);
            }

            users = seen;
        }
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
}
