namespace Blittable.Collections;

/// <summary>Makes a batch of each chunk group.</summary>
internal sealed class SelectionWorker : QueryWorker
{
    private readonly Action<ScanBatch>? _action;

    public SelectionWorker(QueryPlan plan, PathPlan[] paths, Action<ScanBatch>? action)
        : base(plan)
    {
        Batch = new ScanBatch(Array.ConvertAll(paths, path => new ScanColumn(path)));
        _action = action;
    }

    public ScanBatch Batch { get; }

    public override void Add()
    {
        Batch.MoveTo(Cursor);
        _action?.Invoke(Batch);
    }
}
