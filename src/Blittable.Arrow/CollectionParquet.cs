using Apache.Arrow.Ipc;
using Blittable.Arrow.Building;
using Blittable.Arrow.Reading;
using Blittable.Arrow.Writing;
using Blittable.Collections;

namespace Blittable.Arrow;

/// <summary>
/// Writes collections as Parquet files, which Spark, Trino and DuckDB read, and reads Parquet files into collections. Any number of threads may call it, each with a reader, writer
/// and stream of its own.
/// </summary>
/// <remarks>Columns have the types that <see cref="CollectionArrow"/> describes, compressed with Zstandard. The file holds the schema metadata, so documents are restored exactly.</remarks>
public static class CollectionParquet
{
    /// <summary>Writes all documents of a collection.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="output">Receives the Parquet file; it stays open.</param>
    /// <param name="options">How row groups are made, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops the work; what was written is no Parquet file then.</param>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="IOException">The output could not be written.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
    public static void Export(CollectionReader reader, Stream output, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var batches = reader.ToArrow(options, cancellationToken);
        Export(batches, output, cancellationToken);
    }

    /// <summary>Writes record batches, such as the batches of a selection.</summary>
    /// <param name="batches">The batches; each becomes a row group.</param>
    /// <param name="output">Receives the Parquet file; it stays open.</param>
    /// <param name="cancellationToken">Stops the work; what was written is no Parquet file then.</param>
    /// <inheritdoc cref="Export(CollectionReader, Stream, ArrowOptions?, CancellationToken)" path="/exception"/>
    public static void Export(IArrowArrayStream batches, Stream output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(batches);
        ArgumentNullException.ThrowIfNull(output);
        using var file = new ParquetOutput(output, batches.Schema);
        while (batches.ReadNextRecordBatchAsync(cancellationToken).AsTask().GetAwaiter().GetResult() is { } batch)
        {
            file.Write(batch);
        }

        file.Close();
    }

    /// <summary>Writes all documents of a collection to a folder for each value at a path, in the layout of Hive: <c>city=Oslo/data.parquet</c>.</summary>
    /// <remarks>
    /// Readers such as DuckDB and Spark take the value from the name of the folder; if the path is a top-level property, the files do not have it. Other paths are
    /// named with underscores, such as <c>address_city</c>. In values, characters other
    /// than letters, digits and <c>-._~</c> are percent-encoded. Documents without a value, or with null, are in the folder <c>__HIVE_DEFAULT_PARTITION__</c>.
    /// </remarks>
    /// <param name="reader">The collection.</param>
    /// <param name="folder">The folder, which is created if it does not exist.</param>
    /// <param name="path">The path of a string, number or boolean with at most 1,000 different values, such as <c>$.city</c>.</param>
    /// <param name="options">How row groups are made, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops the work; what was written is incomplete then.</param>
    /// <exception cref="ArgumentException">A given schema has a type that documents cannot be written as.</exception>
    /// <exception cref="BlittableException">The collection is damaged, the path has other or too many values, or a value does not fit a given schema.</exception>
    /// <exception cref="IOException">The output could not be written, or a file of a partition exists already.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
    public static void ExportPartitioned(
        CollectionReader reader, string folder, string path, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(folder);
        ArgumentNullException.ThrowIfNull(path);
        options ??= new ArrowOptions();
        using var partitions = new Partitions(CollectionArrow.Survey(reader, options, cancellationToken), folder, path, options.BatchRows);
        var progress = new RowProgress(options.Progress, reader.Count, share: 0.5, start: 0.5);
        var order = new DocumentOrder(reader, options.OrderBy, 4 * options.BatchRows);
        order.ForEach(
            (_, document) =>
            {
                partitions.Add(document);
                progress.Next();
            },
            cancellationToken);
        partitions.Close();
        options.Progress?.Report(1);
    }

    /// <summary>Adds all rows of a Parquet file to a collection, as documents. The caller commits them.</summary>
    /// <remarks>
    /// A file of <see cref="Export(CollectionReader, Stream, ArrowOptions?, CancellationToken)"/> gives documents that equal those it was written from. Rows of
    /// other files become an object with a property for each column, and a null of the file becomes a JSON null. docs/ARROW.md has the JSON form of each type.
    /// </remarks>
    /// <param name="input">The file, which must be able to seek; it stays open.</param>
    /// <param name="writer">Receives the documents.</param>
    /// <param name="progress">Receives the share of the rows that are done, from 0 to 1; null for no reports.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The number of documents.</returns>
    /// <exception cref="BlittableException">The file is damaged, is not a Parquet file, or has columns that cannot be read; the message names all of them.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
    public static long Import(Stream input, CollectionWriter writer, IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
        Import(input, writer, new ArrowImportOptions { Progress = progress }, cancellationToken).Count;

    /// <summary>Adds all rows of a Parquet file to a collection, as documents, and can skip columns that cannot be read. The caller commits them.</summary>
    /// <param name="input">The file, which must be able to seek; it stays open.</param>
    /// <param name="writer">Receives the documents.</param>
    /// <param name="options">What to do with columns that cannot be read.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The number of documents, and the columns that were skipped.</returns>
    /// <exception cref="BlittableException">The file is damaged, is not a Parquet file, or has columns that cannot be read and are not to be skipped.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
    public static ArrowImportResult Import(Stream input, CollectionWriter writer, ArrowImportOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(options);
        var faults = new ColumnFaults(skips: options.UnreadableColumns == UnreadableColumns.Skip);
        using var table = new ParquetTable(input, faults);
        using var import = new ParquetImport(table, faults);
        var count = import.Run(writer, new RowProgress(options.Progress, table.RowCount, share: 1, start: 0), cancellationToken);
        return new ArrowImportResult(count, faults.Descriptions);
    }
}
