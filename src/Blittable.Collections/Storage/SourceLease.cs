namespace Blittable.Collections.Storage;

/// <summary>Keeps what is read from a <see cref="BlockSource"/> valid until it is given back.</summary>
internal struct SourceLease(BlockSource source) : IDisposable
{
    private BlockSource? _source = source;

    public void Dispose()
    {
        _source?.Release();
        _source = null;
    }
}
