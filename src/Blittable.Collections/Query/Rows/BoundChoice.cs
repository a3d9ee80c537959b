using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents an expression that selects one of several values for each row. A cursor caches the choices, so each condition is evaluated once per
/// batch.</summary>
internal abstract class BoundChoice : BoundExpression
{
    /// <summary>Gets the number of values.</summary>
    public abstract int Count { get; }

    /// <summary>Sets the mask of the selected rows that choose each value.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="choices">Receives the masks, which are initially empty.</param>
    public abstract void Choose(GroupCursor cursor, RowChoices choices);
}
