using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Execution;

/// <summary>Processes the selected rows of the chunk groups assigned to a worker.</summary>
internal abstract class QueryWorker(QueryPlan plan)
{
    public GroupCursor Cursor { get; } = new(plan);

    /// <summary>Processes the rows selected by the cursor.</summary>
    public abstract void Add();
}
