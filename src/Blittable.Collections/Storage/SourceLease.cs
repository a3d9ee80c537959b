namespace Blittable.Collections.Storage;

/// <summary>Represents a lease on a <see cref="BlockSource"/>. Memory read from the source stays valid until the lease is disposed.</summary>
internal struct SourceLease(BlockSource source) : IDisposable
{
    private BlockSource? _source = source;

    public void Dispose()
    {
        _source?.Release();
        _source = null;
    }
}
