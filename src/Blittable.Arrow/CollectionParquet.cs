using Apache.Arrow.Ipc;
using Blittable.Arrow.Building;
using Blittable.Arrow.Reading;
using Blittable.Arrow.Writing;
using Blittable.Collections;

namespace Blittable.Arrow;

/// <summary>
/// Writes collections as Parquet files, which Spark, Trino and DuckDB can read, and imports Parquet files into collections. Thread-safe if each thread uses its
/// own reader, writer and stream.
/// </summary>
/// <remarks>
/// Columns have the types that <see cref="CollectionArrow"/> describes and are compressed with Zstandard. The file contains the schema metadata that is
/// required to restore documents exactly.
/// </remarks>
public static class CollectionParquet
{
    /// <summary>Writes all documents of a collection as a Parquet file.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="output">The stream that receives the Parquet file. It is left open.</param>
    /// <param name="options">The options for creating row groups, or null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the operation. The output is then not a valid Parquet file.</param>
    /// <exception cref="BlittableException">The collection is damaged, or a value does not fit its column in a specified schema.</exception>
    /// <exception cref="IOException">The output could not be written.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static void Export(CollectionReader reader, Stream output, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var batches = reader.ToArrow(options, cancellationToken);
        Export(batches, output, cancellationToken);
    }

    /// <summary>Writes record batches, such as the batches of a selection, as a Parquet file.</summary>
    /// <param name="batches">The batches. Each one becomes a row group.</param>
    /// <param name="output">The stream that receives the Parquet file. It is left open.</param>
    /// <param name="cancellationToken">Cancels the operation. The output is then not a valid Parquet file.</param>
    /// <inheritdoc cref="Export(CollectionReader, Stream, ArrowOptions?, CancellationToken)" path="/exception"/>
    public static void Export(IArrowArrayStream batches, Stream output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(batches);
        ArgumentNullException.ThrowIfNull(output);
        using var file = new ParquetOutput(output, batches.Schema, (batches as BatchStream)?.SortedLeaf);
        while (batches.ReadNextRecordBatchAsync(cancellationToken).AsTask().GetAwaiter().GetResult() is { } batch)
        {
            file.Write(batch);
        }

        file.Close();
    }

    /// <summary>
    /// Writes all documents of a collection to partitions with a folder for each value at a path, in the Hive layout: <c>city=Oslo/data.parquet</c>.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Readers such as DuckDB and Spark read the value from the folder name. If the path is a top-level property, the files do not contain it, unless it is the
    /// only column. The folder names of other paths use underscores, such as <c>address_city</c>. In values, characters other than ASCII letters, digits and
    /// <c>-._~</c> are percent-encoded. Numbers are written without trailing zeros, so equal numbers share a folder. Documents with null or without a value are
    /// in the folder <c>__HIVE_DEFAULT_PARTITION__</c>.
    /// </para>
    /// <para>The files get their names when all of them are complete. An export that fails or is canceled removes its files.</para>
    /// </remarks>
    /// <param name="reader">The collection.</param>
    /// <param name="folder">The output folder, which is created if it does not exist.</param>
    /// <param name="path">The path of a string, number or boolean, such as <c>$.city</c>, without wildcards. It has at most 1,000 distinct values,
    /// including null.</param>
    /// <param name="options">The options for creating row groups, or null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the operation. The files are then removed.</param>
    /// <exception cref="ArgumentException">A specified schema contains a type that documents cannot be converted to.</exception>
    /// <exception cref="BlittableException">
    /// The collection is damaged, the path has values of several kinds, of another kind or too many distinct values, or a value does not fit a specified schema.
    /// </exception>
    /// <exception cref="IOException">The output could not be written, or the file of a partition already exists.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static void ExportPartitioned(
        CollectionReader reader, string folder, string path, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(folder);
        ArgumentNullException.ThrowIfNull(path);
        options ??= new ArrowOptions();
        var commit = CollectionArrow.CommitOf(reader, options);
        var plan = CollectionArrow.Survey(reader, options, cancellationToken);
        var order = new DocumentOrder(reader, commit, options.OrderBy, 4 * options.BatchRows, cancellationToken);
        using var partitions = new Partitions(plan, folder, path, options.BatchRows, options.ReportUnfitValue, columns => CollectionArrow.SortedLeaf(columns, order, options));
        var progress = new RowProgress(options.Progress, reader.Count, share: 0.5, start: 0.5);
        order.ForEach(
            (row, document) =>
            {
                partitions.Add(row, document);
                progress.Next();
            },
            cancellationToken);
        partitions.Close();
        options.Progress?.Report(1);
    }

    /// <summary>Adds all rows of a Parquet file to a collection as documents, without committing them.</summary>
    /// <remarks>
    /// A file written by <see cref="Export(CollectionReader, Stream, ArrowOptions?, CancellationToken)"/> is restored to documents equal to the originals. Each
    /// row of another file becomes an object with a property for each column, and each null becomes a JSON null. docs/ARROW.md specifies the JSON form of each
    /// type.
    /// </remarks>
    /// <param name="input">The file, as a seekable stream. It is left open.</param>
    /// <param name="writer">The writer that receives the documents.</param>
    /// <param name="progress">The receiver of the fraction of rows imported so far, from 0 to 1, or null to report no progress.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The number of documents.</returns>
    /// <exception cref="BlittableException">
    /// The file is damaged, is not a Parquet file, or contains columns that cannot be read. The message names all of these columns.
    /// </exception>
    /// <exception cref="IOException">The input could not be read.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static long Import(Stream input, CollectionWriter writer, IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
        Import(input, writer, new ArrowImportOptions { Progress = progress }, cancellationToken).Count;

    /// <summary>Adds all rows of a Parquet file to a collection as documents, without committing them. Columns that cannot be read can be skipped.</summary>
    /// <param name="input">The file, as a seekable stream. It is left open.</param>
    /// <param name="writer">The writer that receives the documents.</param>
    /// <param name="options">The options, such as how to handle unreadable columns.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The number of documents, and the skipped columns.</returns>
    /// <exception cref="BlittableException">
    /// The file is damaged, is not a Parquet file, or contains columns that cannot be read and the options do not skip such columns.
    /// </exception>
    /// <exception cref="IOException">The input could not be read.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static ArrowImportResult Import(Stream input, CollectionWriter writer, ArrowImportOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(options);
        return GuardedInput.Read(input, guard =>
        {
            // A column that could not be read because the stream failed is not a column to skip, which the guard checks.
            var faults = new ColumnFaults(skips: options.UnreadableColumns == UnreadableColumns.Skip);
            using var table = new ParquetTable(StoredSchema.DeclareLists(guard), faults);
            using var import = new ParquetImport(table, faults);
            var count = import.Run(writer, new RowProgress(options.Progress, table.RowCount, share: 1, start: 0), cancellationToken);
            return new ArrowImportResult(count, faults.Descriptions);
        });
    }
}
