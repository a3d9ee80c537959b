using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Execution;

/// <summary>Processes the selected rows of each chunk group that a worker gets.</summary>
internal abstract class QueryWorker(QueryPlan plan)
{
    public GroupCursor Cursor { get; } = new(plan);

    /// <summary>Takes the rows that the cursor has selected.</summary>
    public abstract void Add();
}
