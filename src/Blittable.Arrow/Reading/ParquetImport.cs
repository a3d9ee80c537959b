using Apache.Arrow;
using Blittable.Arrow.Building;
using Blittable.Collections;

namespace Blittable.Arrow.Reading;

/// <summary>Imports a Parquet file. Determines the readable columns first, then adds the rows.</summary>
internal sealed class ParquetImport(ParquetTable table, ColumnFaults faults) : IDisposable
{
    private readonly List<Int96Stream> _int96 = [];

    /// <summary>Adds all rows.</summary>
    /// <exception cref="BlittableException">The file is damaged, or columns cannot be read and must not be skipped.</exception>
    public long Run(CollectionWriter writer, RowProgress progress, CancellationToken cancellationToken)
    {
        IReadOnlyList<ColumnSource> columns = [.. Prepare(table.Columns).Select(column => column.Source)];
        faults.Check(columns.Count);
        if (faults.Skips)
        {
            // A column must be skipped in all documents, so damage in its last row must be known before the first document is added.
            columns = table.Probe(columns, batches: null, faults, cancellationToken);
            faults.Check(columns.Count);
        }

        var hasNext = Start(columns, out var start, cancellationToken);
        if (start is null)
        {
            // Reading all columns at once failed without identifying the unreadable columns.
            columns = table.Probe(columns, batches: 1, faults, cancellationToken);
            faults.Check(columns.Count);
        }

        using var batches = start ?? table.Read(columns, isAll: false, cancellationToken).GetEnumerator();
        using var rows = new RowReader(Prepare(columns), table.IsWholeDocument);
        return RowImport.AddAll(Next, rows, writer, progress, cancellationToken);

        RecordBatch? Next()
        {
            try
            {
                return Damage.Watch(() => hasNext || batches.MoveNext()) ? batches.Current : null;
            }
            catch (BlittableException)
            {
                var found = new ColumnFaults(skips: false);
                table.Probe(columns, batches: null, found, cancellationToken);
                found.Check(columns.Count);
                throw;
            }
            finally
            {
                hasNext = false;
            }
        }
    }

    public void Dispose() => _int96.ForEach(stream => stream.Dispose());

    private IReadOnlyList<ReadableColumn> Prepare(IReadOnlyList<ColumnSource> columns) => RowImport.Prepare(columns, new ValueReaders(OpenInt96), faults);

    private Int96Stream OpenInt96(ParquetLeaf leaf)
    {
        _int96.Add(table.ReadInt96(leaf));
        return _int96[^1];
    }

    /// <summary>Reads the first batch.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="batches">The batches, positioned at the first one, or null if reading fails.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>true if the file has a batch; false if it is empty or reading fails.</returns>
    private bool Start(IReadOnlyList<ColumnSource> columns, out IEnumerator<RecordBatch>? batches, CancellationToken cancellationToken)
    {
        batches = table.Read(columns, isAll: faults.Descriptions.Count == 0, cancellationToken).GetEnumerator();
        try
        {
            return batches.MoveNext();
        }
        catch (Exception fault) when (Damage.IsOfRead(fault))
        {
            batches.Dispose();
            batches = null;
            return false;
        }
    }
}
