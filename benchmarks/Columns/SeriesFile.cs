using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>A file of column groups, one behind the other.</summary>
internal static class SeriesFile
{
    /// <summary>Writes a new file, a group a batch.</summary>
    /// <returns>Its bytes.</returns>
    public static long Write(string path, TimeSeries series, ColumnBatch[] batches, ColumnGroupWriter writer)
    {
        using var file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write);
        long offset = 0;
        for (var start = 0; start < series.Rows;)
        {
            start += series.Fill(batches, start);
            var parts = writer.Encode(batches);
            RandomAccess.Write(file, parts, offset);
            offset += parts.Sum(part => (long)part.Length);
        }

        return offset;
    }

    /// <summary>Reads all rows, or those of a time range, batch by batch.</summary>
    /// <returns>The rows read.</returns>
    public static long Read(string path, ColumnBatch[] batches, ColumnGroupReader reader, (long Low, long High)? range = null)
    {
        using var file = File.OpenHandle(path);
        using var mapped = new MappedFile(file);
        long rows = 0;
        for (long offset = 0; offset < mapped.Length;)
        {
            offset += reader.Open(mapped.Slice(offset, (int)Math.Min(int.MaxValue, mapped.Length - offset)));
            rows += range is var (low, high) ? reader.ReadWhere(batches, 0, low, high) : reader.Read(batches);
        }

        return rows;
    }
}
