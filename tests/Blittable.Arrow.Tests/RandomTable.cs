using Apache.Arrow;
using Apache.Arrow.Ipc;
using Blittable.Collections;
using Blittable.Collections.Tests;
using ParquetSharp.Arrow;

namespace Blittable.Arrow.Tests;

/// <summary>A table with a random schema, which is imported directly, from an Arrow file and from a Parquet file.</summary>
internal sealed class RandomTable
{
    private readonly RandomColumn[] _columns;
    private readonly int _rows;

    /// <summary>Creates a table.</summary>
    public RandomTable(int seed, bool forParquet)
    {
        var random = new Random(seed);
        var columns = new RandomColumns(random, forParquet);
        _rows = random.Next(1, 40);
        var offset = forParquet ? 0 : random.Next(5);
        _columns = [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => columns.Next(_rows + offset + 3).Slice(offset, _rows))];
    }

    /// <summary>Gets the expected documents of the rows.</summary>
    public IEnumerable<string> Expected => Enumerable.Range(0, _rows).Select(
        row => CollectionFile.Minify($"{{{string.Join(',', _columns.Select((column, i) => $"\"c{i}\":{column.Json[row]}"))}}}"));

    /// <summary>Gets the types for messages.</summary>
    public string Types => string.Join(", ", _columns.Select(column => column.Type.Name));

    /// <summary>Imports the batch directly.</summary>
    public List<string> ImportBatch() => Import(writer => CollectionArrow.Import(new OneBatch(ToBatch()), writer));

    /// <summary>Imports the batch from an Arrow file.</summary>
    public List<string> ImportArrowFile()
    {
        using var file = WriteArrow(isFile: true);
        using var reader = new ArrowFileReader(file, leaveOpen: true);
        return Import(writer => CollectionArrow.Import(reader, writer));
    }

    /// <summary>Imports the batch from a Parquet file.</summary>
    public List<string> ImportParquetFile()
    {
        using var file = WriteParquet();
        return Import(writer => CollectionParquet.Import(file, writer));
    }

    /// <summary>Writes the batch to an Arrow file or an Arrow stream.</summary>
    public MemoryStream WriteArrow(bool isFile)
    {
        var file = new MemoryStream();
        var batch = ToBatch();
        using (var output = isFile ? new ArrowFileWriter(file, batch.Schema, leaveOpen: true) : new ArrowStreamWriter(file, batch.Schema, leaveOpen: true))
        {
            output.WriteRecordBatch(batch);
            output.WriteEnd();
        }

        file.Position = 0;
        return file;
    }

    /// <summary>Writes the batch to a Parquet file.</summary>
    public MemoryStream WriteParquet()
    {
        var file = new MemoryStream();
        var batch = ToBatch();
        using (var properties = ParquetSharp.WriterProperties.GetDefaultWriterProperties())
        using (var builder = new ArrowWriterPropertiesBuilder())
        using (var arrowProperties = builder.StoreSchema().Build())
        using (var output = new FileWriter(file, batch.Schema, properties, arrowProperties, leaveOpen: true))
        {
            output.WriteRecordBatch(batch, Math.Max(1, _rows / 2));
            output.Close();
        }

        file.Position = 0;
        return file;
    }

    private RecordBatch ToBatch() => new(
        new Schema(_columns.Select((column, i) => column.ToField($"c{i}")), null), _columns.Select(column => ArrowArrayFactory.BuildArray(column.Data)), _rows);

    private static List<string> Import(Action<CollectionWriter> import)
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Layout = CollectionLayout.Rows }, leaveOpen: true))
        {
            import(writer);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        return CollectionFile.ReadAll(reader);
    }

    private sealed class OneBatch(RecordBatch batch) : IArrowArrayStream
    {
        private RecordBatch? _next = batch;

        public Schema Schema { get; } = batch.Schema;

        public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default) => ValueTask.FromResult(Interlocked.Exchange(ref _next, null));

        public void Dispose() => _next?.Dispose();
    }
}
