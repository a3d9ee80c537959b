namespace Blittable.Collections;

/// <summary>What one worker does with the rows selected of each chunk group that it gets.</summary>
internal abstract class QueryWorker(QueryPlan plan)
{
    public GroupCursor Cursor { get; } = new(plan);

    /// <summary>Takes the rows that the cursor has selected.</summary>
    public abstract void Add();
}
