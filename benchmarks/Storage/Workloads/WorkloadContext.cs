namespace Blittable.Benchmarks.Storage;

/// <summary>What all workers of a workload share.</summary>
/// <param name="Ids">The keys in the table when the workload starts.</param>
/// <param name="RowCount">The rows in the table when the workload starts.</param>
/// <param name="ControlRows">The rows in the control table.</param>
internal sealed record WorkloadContext(
    StorageOptions Options, DateModel Model, WorkloadTable Table, RowGenerator Rows, IdRange Ids, long RowCount, long ControlRows);
