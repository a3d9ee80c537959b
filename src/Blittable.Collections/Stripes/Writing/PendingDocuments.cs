namespace Blittable.Collections.Stripes.Writing;

/// <summary>Documents that wait for their stripe. They are kept in pages, so that none is moved when more come.</summary>
internal sealed class PendingDocuments
{
    private const int PageBytes = 1 << 20;

    private readonly List<byte[]> _pages = [];
    private readonly List<(int Page, int Start, int Length)> _documents = [];
    private int _page = -1;
    private int _end;

    /// <summary>The documents taken, dropped ones too.</summary>
    public int Count => _documents.Count;

    /// <summary>The documents that were not dropped.</summary>
    public int LiveCount { get; private set; }

    /// <summary>The bytes of all of them.</summary>
    public long ByteCount { get; private set; }

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
        LiveCount++;
    }

    /// <summary>Takes a document back: it will not be written.</summary>
    public void Drop(int index)
    {
        _documents[index] = _documents[index] with { Length = 0 };
        LiveCount--;
    }

    public bool IsDropped(int index) => _documents[index].Length == 0;

    /// <summary>Starts anew, with the pages that there are.</summary>
    public void Clear()
    {
        _documents.Clear();
        _page = -1;
        _end = LiveCount = 0;
        ByteCount = 0;
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
            _pages[_page] = GC.AllocateUninitializedArray<byte>(Math.Max(PageBytes, length));
        }
    }
}
