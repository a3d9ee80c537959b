namespace Blittable.Collections.Query.Rows;

/// <summary>Represents an expression that selects one of several values for each row. A cursor caches the choices, so each condition is evaluated once per
/// batch.</summary>
internal abstract class BoundChoice : BoundExpression
{
    /// <summary>Finds the branch of each selected row, as an index of the values.</summary>
    public abstract void Choose(GroupCursor cursor, Span<int> choices);
}
