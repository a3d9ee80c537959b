using Apache.Arrow;
using Apache.Arrow.Ipc;

namespace Blittable.Arrow.Tool;

/// <summary>Marks string columns of record batches as JSON text.</summary>
/// <param name="batches">The batches.</param>
/// <param name="columns">The indexes of the columns.</param>
internal sealed class JsonColumnStream(IArrowArrayStream batches, HashSet<int> columns) : IArrowArrayStream
{
    public Schema Schema { get; } = new([.. batches.Schema.FieldsList.Select((field, index) => columns.Contains(index) ? Mark(field) : field)], batches.Schema.Metadata);

    public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default) => batches.ReadNextRecordBatchAsync(cancellationToken)!;

    public void Dispose() => batches.Dispose();

    private static Field Mark(Field field) =>
        new(field.Name, field.DataType, field.IsNullable, new Dictionary<string, string>(field.Metadata ?? new Dictionary<string, string>()) { ["ARROW:extension:name"] = "arrow.json" });
}
