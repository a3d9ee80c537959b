namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the documents waiting for their stripe. They are stored in pages, so adding more does not move them.</summary>
/// <param name="pool">The pool that pages are taken from and returned to; null to keep them.</param>
internal sealed class PendingDocuments(DocumentPagePool? pool = null)
{

    private readonly List<byte[]> _pages = [];
    private readonly List<(int Page, int Start, int Length)> _documents = [];
    private int _page = -1;
    private int _released;
    private int _end;

    /// <summary>Gets the number of documents, including dropped ones.</summary>
    public int Count => _documents.Count;

    /// <summary>Gets the number of documents that were not dropped.</summary>
    public int LiveCount { get; private set; }

    /// <summary>Gets the total size in bytes of the documents that were not dropped.</summary>
    public long ByteCount { get; private set; }

    /// <summary>Gets the total size in bytes of all documents, which dropped documents still use.</summary>
    public long HeldBytes { get; private set; }

    public ReadOnlySpan<byte> this[int index]
    {
        get
        {
            var (page, start, length) = _documents[index];
            return _pages[page].AsSpan(start, length);
        }
    }

    public void Add(ReadOnlySpan<byte> document)
    {
        if (_page < 0 || _pages[_page].Length - _end < document.Length)
        {
            OpenPage(document.Length);
        }

        document.CopyTo(_pages[_page].AsSpan(_end));
        _documents.Add((_page, _end, document.Length));
        _end += document.Length;
        ByteCount += document.Length;
        HeldBytes += document.Length;
        LiveCount++;
    }

    /// <summary>Drops a document, so it is not written.</summary>
    public void Drop(int index)
    {
        ByteCount -= _documents[index].Length;
        _documents[index] = _documents[index] with { Length = 0 };
        LiveCount--;
    }

    public bool IsDropped(int index) => _documents[index].Length == 0;

    /// <summary>Releases the pages of documents that are not read again, for the documents of other stripes.</summary>
    /// <param name="count">The number of documents from the first one on.</param>
    public void Release(int count)
    {
        var pages = count == 0 ? 0 : count == _documents.Count ? _page + 1 : _documents[count].Page;
        for (; pool is not null && _released < pages; _released++)
        {
            pool.Return(_pages[_released]);
            _pages[_released] = [];
        }
    }

    /// <summary>Removes all documents.</summary>
    public void Clear()
    {
        Release(_documents.Count);
        _released = 0;
        _documents.Clear();
        _page = -1;
        _end = LiveCount = 0;
        ByteCount = HeldBytes = 0;
    }

    private void OpenPage(int length)
    {
        _page++;
        _end = 0;
        if (_page == _pages.Count)
        {
            _pages.Add([]);
        }

        if (_pages[_page].Length < length)
        {
            _pages[_page] = pool is not null && length <= DocumentPagePool.PageBytes
                ? pool.Take()
                : GC.AllocateUninitializedArray<byte>(Math.Max(DocumentPagePool.PageBytes, length));
        }
    }
}
