namespace Blittable.Collections.Query.Rows;

/// <summary>An expression that takes one of several values for each row. A cursor keeps which one, so that each condition is asked once a batch.</summary>
internal abstract class BoundChoice : BoundExpression
{
    /// <summary>Finds the branch of each selected row: its place among the values.</summary>
    public abstract void Choose(GroupCursor cursor, Span<int> choices);
}
