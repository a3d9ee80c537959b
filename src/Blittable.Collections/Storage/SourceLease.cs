namespace Blittable.Collections.Storage;

/// <summary>Keeps memory read from a <see cref="BlockSource"/> valid until it is disposed.</summary>
internal struct SourceLease(BlockSource source) : IDisposable
{
    private BlockSource? _source = source;

    public void Dispose()
    {
        _source?.Release();
        _source = null;
    }
}
