using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Documents of neighbouring rows in one block: whole ones, or residual ones of the rows that have any.</summary>
/// <remarks>
/// <code>
/// chunk   where each row's document ends among the bytes: a column of integers; a row without a document ends where the row before does
/// bytes   the documents, one after another
/// u32     CRC-32C of the chunk; u32 CRC-32C of each 4 KB of the documents' bytes
/// </code>
/// <para>A page is full at 64 KB where blocks are compressed, for to read one document all of its page is restored; else at 1 MB.</para>
/// <para>A page has a checksum as every block has. The checksums at its end are compared only when that one does not fit: they tell which documents are as they were
/// (<see cref="DamagedPage"/>).</para>
/// </remarks>
internal readonly record struct DocumentPage(int FirstRow, int Rows, BlockReference Block)
{
    /// <summary>The bytes of documents that share a checksum of their own.</summary>
    public const int SegmentBytes = 4096;

    /// <summary>Takes a row's document out of a page.</summary>
    /// <param name="page">The page's bytes.</param>
    /// <param name="row">The row in the page.</param>
    public static ReadOnlyMemory<byte> Get(ReadOnlyMemory<byte> page, int row)
    {
        var ends = new ColumnReader<long>(page.Span, verify: false);
        if ((uint)row >= (uint)ends.Rows || ends.NullCount > 0)
        {
            ThrowHelper.InvalidData($"a page of documents with row {row}", $"one of {ends.Rows} rows");
        }

        long start = 0;
        if (row > 0)
        {
            ends.TryGet(row - 1, out start);
        }

        ends.TryGet(row, out var end);
        var documents = page[ColumnHeader.LengthOf(page.Span)..];
        if (start < 0 || end < start || end > documents.Length)
        {
            ThrowHelper.InvalidData($"a document within {documents.Length} bytes", $"one from {start} to {end}");
        }

        return documents[(int)start..(int)end];
    }
}
