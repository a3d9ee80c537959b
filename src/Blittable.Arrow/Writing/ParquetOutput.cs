using Apache.Arrow;
using ParquetSharp;
using ParquetSharp.Arrow;
using ParquetSharp.IO;

namespace Blittable.Arrow.Writing;

/// <summary>Writes record batches as a Parquet file with one row group per batch, statistics, page checksums and Zstandard compression.</summary>
internal sealed class ParquetOutput : IDisposable
{
    private const int ZstandardLevel = 3;

    private readonly ManagedOutputStream _file;
    private readonly WriterProperties _properties;
    private readonly ArrowWriterProperties _arrowProperties;
    private readonly FileWriter _writer;

    /// <summary>Starts a file.</summary>
    /// <param name="output">The stream that receives the bytes. It is left open.</param>
    /// <param name="schema">The schema of all batches.</param>
    public ParquetOutput(Stream output, Schema schema)
    {
        _file = new ManagedOutputStream(output, leaveOpen: true);
        using var builder = new WriterPropertiesBuilder();
        _properties = builder.Compression(Compression.Zstd).CompressionLevel(ZstandardLevel).EnableStatistics().EnablePageChecksum().Build();
        using var arrowBuilder = new ArrowWriterPropertiesBuilder();
        _arrowProperties = arrowBuilder.StoreSchema().Build();
        _writer = new FileWriter(_file, schema, _properties, _arrowProperties);
    }

    /// <summary>Writes a batch as a row group and disposes it.</summary>
    public void Write(RecordBatch batch)
    {
        using (batch)
        {
            _writer.WriteRecordBatch(batch, batch.Length);
        }
    }

    /// <summary>Completes the file.</summary>
    public void Close() => _writer.Close();

    public void Dispose()
    {
        _writer.Dispose();
        _arrowProperties.Dispose();
        _properties.Dispose();
        _file.Dispose();
    }
}
