using Apache.Arrow;
using Apache.Arrow.Ipc;
using Blittable.Arrow.Building;
using Blittable.Arrow.Reading;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow;

/// <summary>Reads collections and selections as Apache Arrow record batches. Any number of threads may call it, each with a reader of its own.</summary>
/// <remarks>
/// <para>
/// A first pass finds the type of each path: booleans, 64-bit integers, decimals, doubles, strings, dates, bytes, structs and lists, each the narrowest that keeps
/// all values as they are. What is irregular, such as a path with numbers and strings, is a column of JSON texts.
/// So the documents come back equal, by <see cref="BlittableValue.DeepEquals"/>; where a path is null in some objects and absent in others, only with
/// <see cref="ArrowOptions.DistinguishNulls"/>.
/// </para>
/// <para>The metadata of a field says what its type does not: <c>blittable.kind</c> marks JSON texts, <c>blittable.null</c> says whether a null was an absent property,
/// <c>blittable.date</c> and <c>blittable.offset</c> keep the text form of dates.</para>
/// </remarks>
public static class CollectionArrow
{
    /// <summary>Reads all documents, a top-level property each column.</summary>
    /// <param name="reader">The collection, which must stay open while the stream is read.</param>
    /// <param name="options">The options for creating batches, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The batches, and their schema. Another thread makes them ahead of the reader; dispose the stream to end it.</returns>
    /// <exception cref="ArgumentException">The schema has a type that documents cannot be written as.</exception>
    /// <exception cref="BlittableException">The collection is damaged, or a value does not fit its column of a given schema; the stream throws it.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
    public static IArrowArrayStream ToArrow(this CollectionReader reader, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        options ??= new ArrowOptions();
        var plan = Survey(reader, options, cancellationToken);
        var order = new DocumentOrder(reader, options.OrderBy, 4 * options.BatchRows);
        return new BatchStream(plan.ToSchema(), Produce, cancellationToken);

        void Produce(Action<RecordBatch> give, CancellationToken stop)
        {
            var table = new TableBuilder(plan, options.BatchRows);
            var progress = new RowProgress(options.Progress, reader.Count, share: 0.5, start: 0.5);
            order.ForEach(
                (_, document) =>
                {
                    if (table.Add(document))
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

    /// <summary>Finds the schema that <see cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)"/> gives the documents, by reading them once.</summary>
    /// <inheritdoc cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)" path="/param"/>
    /// <inheritdoc cref="ToArrow(CollectionReader, ArrowOptions?, CancellationToken)" path="/exception"/>
    /// <returns>The schema.</returns>
    public static Schema GetArrowSchema(this CollectionReader reader, ArrowOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return Survey(reader, options ?? new ArrowOptions(), cancellationToken).ToSchema();
    }

    /// <summary>Reads the rows of a selection, a selected path or expression each column; objects and arrays are JSON texts.</summary>
    /// <param name="selection">The selection, whose collection must stay open while the stream is read.</param>
    /// <param name="options">The options for creating batches, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The batches, and their schema. Another thread makes them ahead of the reader; dispose the stream to end it.</returns>
    /// <exception cref="ArgumentException">The options have a schema or an order.</exception>
    /// <exception cref="InvalidOperationException">The selection has an order, a limit or an offset.</exception>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
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

    /// <summary>Adds all rows of record batches to a collection, as documents. The caller commits them.</summary>
    /// <remarks>Rows become an object with a property for each column, and a null becomes a JSON null. docs/ARROW.md has the JSON form of each type.</remarks>
    /// <param name="batches">The batches, such as the batches of an <see cref="ArrowStreamReader"/>.</param>
    /// <param name="writer">Receives the documents.</param>
    /// <param name="options">What to do with columns that cannot be read, or null for the defaults. Its progress is not reported to, as the number of rows is unknown.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The number of documents, and the columns that were skipped.</returns>
    /// <exception cref="BlittableException">The batches are damaged, or have columns that have no JSON form and are not to be skipped.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
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

    /// <summary>Writes all rows of record batches as newline-delimited JSON, in the forms that <see cref="Import"/> gives them.</summary>
    /// <param name="batches">The batches, such as the result of a DuckDB query.</param>
    /// <param name="output">Receives a line for each row; it stays open.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The number of rows.</returns>
    /// <exception cref="BlittableException">The batches are damaged, or have columns that have no JSON form.</exception>
    /// <exception cref="IOException">The output could not be written.</exception>
    /// <exception cref="OperationCanceledException">The work was stopped.</exception>
    public static long WriteJsonLines(IArrowArrayStream batches, Stream output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(batches);
        ArgumentNullException.ThrowIfNull(output);
        using var rows = ReaderOf(batches, new ColumnFaults(skips: false));
        long count = 0;
        while (RowImport.Next(batches, cancellationToken) is { } batch)
        {
            using (batch)
            {
                rows.Bind(batch);
                for (var row = 0; row < batch.Length; row++, count++)
                {
                    output.Write(rows.ToJson(row));
                    output.WriteByte((byte)'\n');
                }
            }
        }

        return count;
    }

    private static RowReader ReaderOf(IArrowArrayStream batches, ColumnFaults faults)
    {
        // Arrow's own reader has no schema for an empty stream.
        var schema = Damage.Watch(() => batches.Schema ?? throw new InvalidDataException("it has no schema"));
        var columns = RowImport.Prepare([.. schema.FieldsList.Select(ColumnSource.Of)], new ValueReaders(openInt96: null), faults);
        faults.Check(columns.Count);
        return new RowReader(columns, TablePlan.IsWholeDocument(schema));
    }

    /// <summary>Plans the columns of documents.</summary>
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
