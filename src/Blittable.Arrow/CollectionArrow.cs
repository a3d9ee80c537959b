using Apache.Arrow;
using Apache.Arrow.Ipc;
using Blittable.Arrow.Building;
using Blittable.Arrow.Reading;
using Blittable.Arrow.Schemas;
using Blittable.Arrow.Writing;
using Blittable.Collections;

namespace Blittable.Arrow;

/// <summary>
/// Reads collections and selections as Apache Arrow record batches, and imports record batches into collections. Thread-safe if each thread uses its own reader
/// or writer.
/// </summary>
/// <remarks>
/// <para>
/// A first pass infers the type of each path: boolean, 64-bit integer, decimal, double, string, date, bytes, struct or list. It selects the narrowest type that
/// preserves all values. A path with irregular values, such as a mix of numbers and strings, becomes a column of JSON text. The restored documents therefore
/// equal the originals by <see cref="BlittableValue.DeepEquals"/>. If a path is null in some objects and absent in others, this requires
/// <see cref="ArrowOptions.DistinguishNulls"/>.
/// </para>
/// <para>
/// The field metadata stores information that the type cannot express. <c>blittable.kind</c> marks JSON text, <c>blittable.null</c> indicates whether a null
/// represents an absent property, and <c>blittable.date</c> and <c>blittable.offset</c> store the text form of dates.
/// </para>
/// </remarks>
public static class CollectionArrow
{
    /// <summary>Reads all documents as record batches with a column for each top-level property.</summary>
    /// <param name="reader">The collection, which must stay open and must not be refreshed while the stream is read.</param>
    /// <param name="options">The options for creating batches, or null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The batches and their schema. Another thread creates the batches in advance; dispose the stream to stop it.</returns>
    /// <exception cref="ArgumentException">The schema contains a type that documents cannot be converted to.</exception>
    /// <exception cref="BlittableException">
    /// The collection is damaged, a value does not fit its column in the specified schema, or the reader was refreshed after the columns were determined.
    /// Reading the stream may also throw this exception.
    /// </exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static IArrowArrayStream ToArrow(this CollectionReader reader, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        options ??= new ArrowOptions();
        var commit = CommitOf(reader, options);
        var plan = Survey(reader, options, cancellationToken);
        var order = new DocumentOrder(reader, commit, options.OrderBy, 4 * options.BatchRows, cancellationToken);
        return new BatchStream(plan.ToSchema(), Produce, cancellationToken) { SortedLeaf = SortedLeaf(plan, order, options) };

        void Produce(Action<RecordBatch> give, CancellationToken stop)
        {
            var table = new TableBuilder(plan, options.BatchRows, options.ReportUnfitValue);
            var progress = new RowProgress(options.Progress, reader.Count, share: 0.5, start: 0.5);
            var groups = new RowGroupPlan(order.IsOfCollection ? reader.GetStripes() : [], options.BatchRows);
            order.ForEach(
                (row, document) =>
                {
                    if (groups.StartsBatch(row) && table.Take() is { } batch)
                    {
                        give(batch);
                    }

                    if (table.Add(row, document))
                    {
                        give(table.Take()!);
                    }

                    progress.Next();
                },
                stop);
            if (table.Take() is { } last)
            {
                give(last);
            }

            options.Progress?.Report(1);
        }
    }

    /// <summary>
    /// Returns the schema of the batches that <see cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)"/> creates. It is inferred in one pass
    /// over the documents unless <see cref="ArrowOptions.Schema"/> is set.
    /// </summary>
    /// <inheritdoc cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)" path="/param"/>
    /// <inheritdoc cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)" path="/exception"/>
    /// <returns>The schema.</returns>
    public static Schema GetArrowSchema(this CollectionReader reader, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Survey(reader, options ?? new ArrowOptions(), cancellationToken).ToSchema();
    }

    /// <summary>Reads the rows of a selection as record batches with a column for each selected path or expression. Objects and arrays are JSON text.</summary>
    /// <param name="selection">The selection, whose collection must stay open and must not be refreshed while the stream is read.</param>
    /// <param name="options">The options for creating batches, or null for the defaults.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The batches and their schema. Another thread creates the batches in advance; dispose the stream to stop it.</returns>
    /// <exception cref="ArgumentException">The options specify a schema or an order.</exception>
    /// <exception cref="InvalidOperationException">The selection has an order, a limit or an offset.</exception>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static IArrowArrayStream ToArrow(this ScanSelection selection, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(selection);
        options ??= new ArrowOptions();
        if (options.Schema is not null || options.OrderBy is not null)
        {
            throw new ArgumentException("A selection defines its own types and order. Export the collection to specify a schema or an order.", nameof(options));
        }

        ValueSurvey[]? surveys = null;
        string[] names = [];
        long rows = 0;
        foreach (var batch in selection)
        {
            cancellationToken.ThrowIfCancellationRequested();
            names = [.. batch.Columns.Select(column => column.Name)];
            surveys ??= [.. names.Select(_ => new ValueSurvey(0))];
            rows += batch.Count;
            for (var column = 0; column < surveys.Length; column++)
            {
                for (var row = 0; row < batch.Count; row++)
                {
                    surveys[column].Observe(batch[row, column]);
                }
            }
        }

        FieldPlan[] plans = surveys is null ? [] : [.. surveys.Select((survey, column) => survey.Plan(names[column], rows))];
        return new BatchStream(new TablePlan(plans, IsWhole: false).ToSchema(), Produce, cancellationToken);

        void Produce(Action<RecordBatch> give, CancellationToken stop)
        {
            var table = new TableBuilder(plans, options.BatchRows);
            var progress = new RowProgress(options.Progress, rows, share: 1, start: 0);
            foreach (var batch in selection)
            {
                for (var row = 0; row < batch.Count; row++)
                {
                    if (table.Add(batch, row))
                    {
                        give(table.Take()!);
                    }

                    progress.Next();
                }

                stop.ThrowIfCancellationRequested();
            }

            if (table.Take() is { } last)
            {
                give(last);
            }
        }
    }

    /// <summary>Adds all rows of record batches to a collection as documents, without committing them.</summary>
    /// <remarks>
    /// Each row becomes an object with a property for each column, and each null becomes a JSON null. docs/ARROW.md specifies the JSON form of each type.
    /// Batches that <see cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)"/> creates with an inferred schema are restored to documents equal
    /// to the originals.
    /// </remarks>
    /// <param name="batches">The batches, such as those of an <see cref="ArrowStreamReader"/>.</param>
    /// <param name="writer">The writer that receives the documents.</param>
    /// <param name="options">
    /// The options, such as how to handle unreadable columns, or null for the defaults. No progress is reported, because the number of rows is unknown.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The number of documents, and the skipped columns.</returns>
    /// <exception cref="BlittableException">
    /// The batches are damaged, or contain columns without a JSON form and the options do not skip such columns.
    /// </exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static ArrowImportResult Import(
        IArrowArrayStream batches, CollectionWriter writer, ArrowImportOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(batches);
        ArgumentNullException.ThrowIfNull(writer);
        options ??= new ArrowImportOptions();
        var faults = new ColumnFaults(skips: options.UnreadableColumns == UnreadableColumns.Skip);
        using var rows = ReaderOf(batches, faults);
        var progress = new RowProgress(null, rows: 0, share: 1, start: 0);
        return new ArrowImportResult(RowImport.AddAll(() => RowImport.Next(batches, cancellationToken), rows, writer, progress, cancellationToken), faults.Descriptions);
    }

    /// <summary>Writes all rows of record batches as newline-delimited JSON, in the JSON forms that <see cref="Import"/> uses.</summary>
    /// <param name="batches">The batches, such as the result of a DuckDB query.</param>
    /// <param name="output">The stream that receives one line per row. It is left open.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The number of rows.</returns>
    /// <exception cref="BlittableException">The batches are damaged, or contain columns without a JSON form.</exception>
    /// <exception cref="IOException">The output could not be written.</exception>
    /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
    public static long WriteJsonLines(IArrowArrayStream batches, Stream output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(batches);
        ArgumentNullException.ThrowIfNull(output);
        using var rows = ReaderOf(batches, new ColumnFaults(skips: false));
        using var lines = new LineWriter(output);
        long count = 0;
        while (RowImport.Next(batches, cancellationToken) is { } batch)
        {
            using (batch)
            {
                rows.Bind(batch);
                for (var row = 0; row < batch.Length; row++, count++)
                {
                    lines.Write(rows.ToJson(row));
                }
            }
        }

        return count;
    }

    private static RowReader ReaderOf(IArrowArrayStream batches, ColumnFaults faults)
    {
        // The Arrow reader returns a null schema for an empty stream.
        var schema = Damage.Watch(() => batches.Schema ?? throw new InvalidDataException("it has no schema"));
        var columns = RowImport.Prepare([.. schema.FieldsList.Select(ColumnSource.Of)], new ValueReaders(openInt96: null), faults);
        faults.Check(columns.Count);
        return new RowReader(columns, TablePlan.IsWholeDocument(schema));
    }

    /// <summary>Returns the Parquet column by which the rows are sorted, or null. Nulls that replace values are not last.</summary>
    internal static int? SortedLeaf(TablePlan plan, DocumentOrder order, ArrowOptions options) =>
        options.OnUnfitValue is null ? plan.SortedLeaf(options.OrderBy, order.KeyKind, order.HasNullKeys) : null;

    /// <summary>Returns the commit that an export must read, or null if it reads the documents only once.</summary>
    internal static long? CommitOf(CollectionReader reader, ArrowOptions options) =>
        options.Schema is null || options.OrderBy is not null ? reader.CommitNumber : null;

    /// <summary>Determines the columns of the documents.</summary>
    internal static TablePlan Survey(CollectionReader reader, ArrowOptions options, CancellationToken cancellationToken)
    {
        if (options.Schema is { } schema)
        {
            return TablePlan.Of(schema);
        }

        var survey = new ValueSurvey(options.MaxFields, options.DistinguishNulls);
        var progress = new RowProgress(options.Progress, reader.Count, share: 0.5, start: 0);
        reader.ForEach(
            (_, document) =>
            {
                survey.Observe(document);
                progress.Next();
            },
            cancellationToken);
        return TablePlan.Of(survey);
    }
}
