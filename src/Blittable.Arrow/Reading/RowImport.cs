using Apache.Arrow;
using Apache.Arrow.Ipc;
using Blittable.Arrow.Building;
using Blittable.Collections;

namespace Blittable.Arrow.Reading;

/// <summary>Adds the rows of record batches to a collection.</summary>
internal static class RowImport
{
    /// <summary>Makes the readers of columns.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="readers">Makes each reader.</param>
    /// <param name="faults">Receives columns whose type has no JSON form.</param>
    /// <returns>The columns that have a form.</returns>
    public static IReadOnlyList<ReadableColumn> Prepare(IReadOnlyList<ColumnSource> columns, ValueReaders readers, ColumnFaults faults)
    {
        List<ReadableColumn> readable = [];
        for (var index = 0; index < columns.Count; index++)
        {
            try
            {
                readable.Add(new ReadableColumn(index, columns[index], readers.ForField(columns[index])));
            }
            catch (NotSupportedException fault)
            {
                faults.Add(columns[index].Path, fault.Message, fault);
            }
        }

        return readable;
    }

    /// <summary>Adds all rows.</summary>
    /// <param name="next">Reads the next batch; null after the last.</param>
    /// <param name="rows">Makes the documents.</param>
    /// <param name="writer">Receives the documents.</param>
    /// <param name="progress">Receives a step a row.</param>
    /// <param name="cancellationToken">Stops the work.</param>
    /// <returns>The number of documents.</returns>
    public static long AddAll(Func<RecordBatch?> next, RowReader rows, CollectionWriter writer, RowProgress progress, CancellationToken cancellationToken)
    {
        long count = 0;
        while (next() is { } batch)
        {
            using (batch)
            {
                rows.Bind(batch);
                for (var row = 0; row < batch.Length; row++, count++)
                {
                    writer.Add(rows.ToJson(row));
                    progress.Next();
                }
            }

            cancellationToken.ThrowIfCancellationRequested();
        }

        return count;
    }

    /// <summary>Reads the next batch; null after the last.</summary>
    /// <exception cref="BlittableException">The file is damaged.</exception>
    public static RecordBatch? Next(IArrowArrayStream batches, CancellationToken cancellationToken) =>
        Damage.Watch(() => batches.ReadNextRecordBatchAsync(cancellationToken).AsTask().GetAwaiter().GetResult());
}
