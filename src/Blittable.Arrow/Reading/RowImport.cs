using Apache.Arrow;
using Apache.Arrow.Ipc;
using Blittable.Arrow.Building;
using Blittable.Collections;

namespace Blittable.Arrow.Reading;

/// <summary>Adds the rows of record batches to a collection.</summary>
internal static class RowImport
{
    /// <summary>Creates the readers of columns.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="readers">The factory of the readers.</param>
    /// <param name="faults">Receives columns whose type has no JSON form.</param>
    /// <returns>The columns whose type has a JSON form.</returns>
    public static IReadOnlyList<ReadableColumn> Prepare(IReadOnlyList<ColumnSource> columns, ValueReaders readers, ColumnFaults faults)
    {
        List<ReadableColumn> readable = [];
        var names = ValueReaders.NamesOf(columns);
        for (var index = 0; index < columns.Count; index++)
        {
            try
            {
                readable.Add(new ReadableColumn(index, columns[index], readers.ForField(columns[index], names[index])));
            }
            catch (NotSupportedException fault)
            {
                faults.Add(columns[index].Path, fault.Message, fault);
            }
        }

        return readable;
    }

    /// <summary>Adds all rows.</summary>
    /// <param name="next">Returns the next batch, or null after the last one.</param>
    /// <param name="rows">Converts the rows to documents.</param>
    /// <param name="writer">Receives the documents.</param>
    /// <param name="progress">Receives one step per row.</param>
    /// <param name="cancellationToken">Cancels the operation between two batches.</param>
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

    /// <summary>Reads the next batch. Returns null after the last batch.</summary>
    /// <exception cref="BlittableException">The data is damaged.</exception>
    public static RecordBatch? Next(IArrowArrayStream batches, CancellationToken cancellationToken) =>
        Damage.Watch(() => batches.ReadNextRecordBatchAsync(cancellationToken).AsTask().GetAwaiter().GetResult());
}
