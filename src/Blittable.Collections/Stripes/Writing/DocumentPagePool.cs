namespace Blittable.Collections.Stripes.Writing;

/// <summary>Pools the pages of pending documents. Stripes that several threads write share them, so pages that one stripe has finished with are used for the
/// next one. Thread-safe.</summary>
internal sealed class DocumentPagePool
{
    /// <summary>The size of a pooled page in bytes.</summary>
    public const int PageBytes = 1 << 20;

    private readonly Lock _lock = new();
    private readonly Stack<byte[]> _free = new();

    public byte[] Take()
    {
        lock (_lock)
        {
            if (_free.TryPop(out var page))
            {
                return page;
            }
        }

        return GC.AllocateUninitializedArray<byte>(PageBytes);
    }

    /// <summary>Returns a page, which must not be used afterward. Pages of another size are not pooled.</summary>
    public void Return(byte[] page)
    {
        if (page.Length == PageBytes)
        {
            lock (_lock)
            {
                _free.Push(page);
            }
        }
    }
}
