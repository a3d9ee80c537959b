using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>An expression whose paths are looked up. Workers share it; it has no state.</summary>
internal abstract class BoundExpression
{
    /// <summary>The value in one of the rows that a cursor has selected.</summary>
    public abstract QueryValue At(GroupCursor cursor, int row);

    /// <summary>The value of a document.</summary>
    public abstract QueryValue Of(BlittableValue root);

    /// <summary>The path that is all of the expression; null where there is more to it.</summary>
    public virtual PathPlan? Path => null;

    /// <summary>Gets the path whose scalar alone determines the value; null if there is no such path.</summary>
    public virtual PathPlan? OnlyPath => null;

    /// <summary>Computes the value from the scalar at <see cref="OnlyPath"/>. A constant is the same for all scalars.</summary>
    public virtual QueryValue OfScalar(in QueryValue scalar) => throw new InvalidOperationException("The expression depends on more than one scalar.");

    /// <summary>The path of whose instants only the seconds count, and become others; null where the expression is another one.</summary>
    public virtual PathPlan? Instants => null;

    /// <summary>What becomes of the seconds of such an instant since 1970; null where that is null.</summary>
    public virtual long? MapSeconds(long seconds) => null;

    /// <summary>The values of all selected rows, where they can be computed as vectors of numbers.</summary>
    /// <param name="cursor">Where the worker is.</param>
    /// <param name="numbers">Takes them.</param>
    public virtual bool TryNumbers(GroupCursor cursor, NumberVector numbers) => false;

    /// <summary>Gets the value that all rows have; null if it may differ.</summary>
    public virtual QueryValue? Constant => null;

    /// <summary>Gets the comparison that the expression is; null if it is another one.</summary>
    public virtual BoundComparisonOf? Comparison => null;

    /// <summary>Gets a value that indicates whether all values are computed numbers or null, so that equal ones have one text.</summary>
    public virtual bool AreComputed => false;

    /// <summary>Determines whether <see cref="TryNumbers"/> computes with mantissas of columns alone, and all rows without a number are null.</summary>
    public virtual bool AreMantissas(GroupCursor cursor) => false;

    /// <summary>Estimates the values of all selected rows, where they are numbers.</summary>
    /// <param name="cursor">Where the worker is.</param>
    /// <param name="estimates">Takes them.</param>
    public virtual bool TryEstimate(GroupCursor cursor, EstimateVector estimates) => false;

    /// <summary>Returns the only path of an expression made of some parts.</summary>
    protected static PathPlan? OnlyPathOf(params ReadOnlySpan<BoundExpression> parts)
    {
        PathPlan? only = null;
        foreach (var part in parts)
        {
            if (part.Constant is not null)
            {
                continue;
            }

            if (part.OnlyPath is not { } path || (only is not null && only != path))
            {
                return null;
            }

            only = path;
        }

        return only;
    }
}
