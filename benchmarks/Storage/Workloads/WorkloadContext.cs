namespace Blittable.Benchmarks.Storage;

/// <summary>Represents the shared state of all workers of a workload.</summary>
/// <param name="Ids">The range of keys in the table when the workload starts.</param>
/// <param name="RowCount">The number of rows in the table when the workload starts.</param>
/// <param name="ControlRows">The number of rows in the control table.</param>
internal sealed record WorkloadContext(
    StorageOptions Options, DateModel Model, WorkloadTable Table, RowGenerator Rows, IdRange Ids, long RowCount, long ControlRows);
