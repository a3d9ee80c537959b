using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Represents a block with the whole or residual documents of consecutive rows.</summary>
/// <remarks>
/// <code>
/// chunk   end offset of each row's document: a column of integers; a row without a document has the end of the previous row
/// bytes   the documents, concatenated
/// u32     CRC-32C of the chunk; u32 CRC-32C of each 4 KB of the documents
/// </code>
/// <para>A page is full at 1 MB, or at 64 KB if blocks are compressed, because reading one document decompresses its whole page.</para>
/// <para>The checksums at the end of a page are only used if the checksum of its block is wrong. They identify the undamaged documents
/// (<see cref="DamagedPage"/>).</para>
/// </remarks>
internal readonly record struct DocumentPage(int FirstRow, int Rows, BlockReference Block)
{
    /// <summary>The number of document bytes covered by one checksum.</summary>
    public const int SegmentBytes = 4096;

    /// <summary>Gets the document of a row.</summary>
    /// <param name="page">The bytes of the page.</param>
    /// <param name="row">The row in the page.</param>
    public static ReadOnlyMemory<byte> Get(ReadOnlyMemory<byte> page, int row)
    {
        var ends = new ColumnReader<long>(page.Span, verify: false);
        if ((uint)row >= (uint)ends.Rows || ends.NullCount > 0)
        {
            ThrowHelper.InvalidData($"a page of documents with row {row}", $"a page of {ends.Rows} rows");
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
            ThrowHelper.InvalidData($"a document within {documents.Length} bytes", $"bytes {start} to {end}");
        }

        return documents[(int)start..(int)end];
    }
}
