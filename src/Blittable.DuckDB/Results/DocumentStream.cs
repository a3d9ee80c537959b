using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace Blittable.DuckDB.Results;

/// <summary>Marks the columns and nested fields of record batches that contain JSON text or the text of intervals.</summary>
/// <param name="batches">The batches.</param>
/// <param name="types">The types of the columns.</param>
internal sealed class DocumentStream(IArrowArrayStream batches, IReadOnlyList<ResultType> types) : IArrowArrayStream
{
    public Schema Schema { get; } = new([.. batches.Schema.FieldsList.Select((field, index) => types[index].Mark(field))], batches.Schema.Metadata);

    // Nullable annotations of the interface differ between the versions of its package.
    public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default) => batches.ReadNextRecordBatchAsync(cancellationToken)!;

    public void Dispose() => batches.Dispose();
}
