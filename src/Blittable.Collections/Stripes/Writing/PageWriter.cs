using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Writes documents of rows into pages.</summary>
internal sealed class PageWriter(ChunkContext context, bool isCompressed)
{
    private const int CompressedPageBytes = 1 << 16;
    private const int PageBytes = 1 << 20;

    private readonly ColumnBuffer _bytes = new();
    private readonly ColumnBuffer _block = new();
    private readonly List<long> _ends = [];
    private readonly int _fullBytes = isCompressed ? CompressedPageBytes : PageBytes;
    private List<DocumentPage> _pages = [];
    private int _firstRow;
    private bool _hasDocuments;

    /// <summary>Adds the document of the next row; empty if it has none.</summary>
    public void Add(ReadOnlySpan<byte> document)
    {
        if (_bytes.Length > 0 && _bytes.Length + (long)document.Length > _fullBytes)
        {
            FinishPage();
        }

        _hasDocuments |= !document.IsEmpty;
        _bytes.Write(document);
        _ends.Add(_bytes.Length);
    }

    /// <summary>Writes the rest of a group and starts the next group.</summary>
    /// <returns>The pages of the group; none if no row has a document.</returns>
    public IReadOnlyList<DocumentPage> FinishGroup()
    {
        if (_hasDocuments)
        {
            FinishPage();
        }

        _ends.Clear();
        var pages = _hasDocuments ? _pages : [];
        _pages = [];
        _firstRow = 0;
        _hasDocuments = false;
        return pages;
    }

    private void FinishPage()
    {
        _block.Clear();
        _block.Write(context.Integers.Encode(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_ends)).Span);
        var ends = Crc32C.Compute(_block.Written);
        _block.Write(_bytes.Written);
        _block.WriteUInt32(ends);
        for (var start = 0; start < _bytes.Length; start += DocumentPage.SegmentBytes)
        {
            _block.WriteUInt32(Crc32C.Compute(_bytes.Written[start..Math.Min(_bytes.Length, start + DocumentPage.SegmentBytes)]));
        }

        _pages.Add(new DocumentPage(_firstRow, _ends.Count, context.Sink.Write(_block.Written)));
        _firstRow += _ends.Count;
        _ends.Clear();
        _bytes.Clear();
    }
}
