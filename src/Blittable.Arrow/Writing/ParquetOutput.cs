using Apache.Arrow;
using ParquetSharp;
using ParquetSharp.Arrow;
using ParquetSharp.IO;

namespace Blittable.Arrow.Writing;

/// <summary>
/// Writes record batches as a Parquet file with one row group per batch, statistics, page checksums and Zstandard compression. Without a call to
/// <see cref="Close"/>, the file has no footer and is invalid.
/// </summary>
internal sealed class ParquetOutput : IDisposable
{
    private const int ZstandardLevel = 3;

    private readonly GuardedStream _output;
    private readonly ManagedOutputStream _file;
    private readonly WriterProperties _properties;
    private readonly ArrowWriterProperties _arrowProperties;
    private readonly FileWriter? _writer;

    /// <summary>Starts a file.</summary>
    /// <param name="output">The stream that receives the bytes. It is left open.</param>
    /// <param name="schema">The schema of all batches.</param>
    /// <param name="sortedLeaf">The index of the Parquet column by which the rows are sorted, ascending with nulls last, or null.</param>
    public ParquetOutput(Stream output, Schema schema, int? sortedLeaf)
    {
        _output = new GuardedStream(output);
        _file = new ManagedOutputStream(_output, leaveOpen: true);
        using var builder = new WriterPropertiesBuilder();
        builder.Compression(Compression.Zstd).CompressionLevel(ZstandardLevel).EnableStatistics().EnablePageChecksum();
        if (sortedLeaf is { } leaf)
        {
            builder.SortingColumns([new WriterProperties.SortingColumn(leaf, isDescending: false, nullsFirst: false)]);
        }

        _properties = builder.Build();
        using var arrowBuilder = new ArrowWriterPropertiesBuilder();
        _arrowProperties = arrowBuilder.StoreSchema().Build();
        try
        {
            _writer = _output.Watch(() => new FileWriter(_file, schema, _properties, _arrowProperties));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Writes a batch as a row group and disposes it.</summary>
    /// <exception cref="IOException">The stream failed. Other exceptions of the stream are passed on, too.</exception>
    public void Write(RecordBatch batch)
    {
        using (batch)
        {
            _output.Watch(() =>
            {
                _writer!.WriteRecordBatch(batch, batch.Length);
                return true;
            });
        }
    }

    /// <summary>Completes the file.</summary>
    /// <exception cref="IOException">The stream failed. Other exceptions of the stream are passed on, too.</exception>
    public void Close() => _output.Watch(() =>
    {
        _writer!.Close();
        _output.Flush();
        return true;
    });

    public void Dispose()
    {
        // The native writer writes a footer when it is freed, unless the file is complete.
        _output.Stop();
        _writer?.Dispose();
        _arrowProperties.Dispose();
        _properties.Dispose();
        _file.Dispose();
    }
}
