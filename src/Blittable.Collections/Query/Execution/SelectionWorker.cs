using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Execution;

/// <summary>Creates a batch from each chunk group.</summary>
internal sealed class SelectionWorker : QueryWorker
{
    private readonly Action<ScanBatch>? _action;

    public SelectionWorker(QueryPlan plan, (PathPlan Path, string Name)[] columns, Action<ScanBatch>? action)
        : base(plan)
    {
        Batch = new ScanBatch(Array.ConvertAll(columns, column => new ScanColumn(column.Path, column.Name)));
        _action = action;
    }

    public ScanBatch Batch { get; }

    public override void Add()
    {
        Batch.MoveTo(Cursor);
        _action?.Invoke(Batch);
    }
}
