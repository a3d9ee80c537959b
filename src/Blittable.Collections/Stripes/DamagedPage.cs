using System.Buffers.Binary;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Represents a page of documents with a wrong checksum, and identifies its undamaged documents (<see cref="DocumentPage"/>).</summary>
internal sealed class DamagedPage
{
    private readonly ReadOnlyMemory<byte> _page;
    private readonly int _start;
    private readonly int _length;

    private DamagedPage(ReadOnlyMemory<byte> page, int start, int length)
    {
        _page = page;
        _start = start;
        _length = length;
    }

    /// <summary>Opens the stored bytes of a page.</summary>
    /// <returns>The page, or null if the ends of its documents are damaged.</returns>
    public static DamagedPage? TryOpen(ReadOnlyMemory<byte> page, int rows)
    {
        var bytes = page.Span;
        try
        {
            var header = ColumnHeader.Read(bytes, verify: false, out var chunk);
            var rest = bytes.Length - chunk.Length - sizeof(uint);
            if (header.Rows != rows || rest < 0)
            {
                return null;
            }

            var segments = (rest + DocumentPage.SegmentBytes + sizeof(uint) - 1) / (DocumentPage.SegmentBytes + sizeof(uint));
            var length = rest - (segments * sizeof(uint));
            return length >= 0 && Crc32C.Compute(chunk) == BinaryPrimitives.ReadUInt32LittleEndian(bytes[(chunk.Length + length)..])
                ? new DamagedPage(page, chunk.Length, length)
                : null;
        }
        catch (BlittableException)
        {
            return null;
        }
    }

    /// <summary>Gets the document of a row, if none of its bytes is damaged.</summary>
    public bool TryGet(int row, out ReadOnlyMemory<byte> document)
    {
        document = DocumentPage.Get(_page, row);
        if (document.IsEmpty)
        {
            return true;
        }

        // The page contains the chunk, then the documents, then the checksums.
        var end = 0L;
        new ColumnReader<long>(_page.Span, verify: false).TryGet(row, out end);
        for (var segment = ((int)end - document.Length) / DocumentPage.SegmentBytes; segment * DocumentPage.SegmentBytes < end; segment++)
        {
            if (!IsWhole(segment))
            {
                return false;
            }
        }

        return true;
    }

    private bool IsWhole(int segment)
    {
        var first = segment * DocumentPage.SegmentBytes;
        if (first >= _length)
        {
            return false;
        }

        var bytes = _page.Span.Slice(_start + first, Math.Min(DocumentPage.SegmentBytes, _length - first));
        var checksum = BinaryPrimitives.ReadUInt32LittleEndian(_page.Span[(_start + _length + ((segment + 1) * sizeof(uint)))..]);
        return Crc32C.Compute(bytes) == checksum;
    }
}
