using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents an expression bound to a query plan. Stateless; shared by workers.</summary>
internal abstract class BoundExpression
{
    /// <summary>Returns the value in a selected row of a cursor.</summary>
    public abstract QueryValue At(GroupCursor cursor, int row);

    /// <summary>Returns the value for a document.</summary>
    public abstract QueryValue Of(BlittableValue root);

    /// <summary>Gets the path if the expression is just a path; otherwise, null.</summary>
    public virtual PathPlan? Path => null;

    /// <summary>Gets the path whose scalar alone determines the value; null if there is no such path.</summary>
    public virtual PathPlan? OnlyPath => null;

    /// <summary>Computes the value from the scalar at <see cref="OnlyPath"/>. A constant is the same for all scalars.</summary>
    public virtual QueryValue OfScalar(in QueryValue scalar) => throw new InvalidOperationException("The expression depends on more than one scalar.");

    /// <summary>Gets the path whose instants <see cref="MapSeconds"/> maps to the values, ignoring fractions of seconds; null for any other expression.</summary>
    public virtual PathPlan? Instants => null;

    /// <summary>Maps the seconds of such an instant since 1970. Returns null if the result is null.</summary>
    public virtual long? MapSeconds(long seconds) => null;

    /// <summary>Gets the seconds of the intervals to whose start <see cref="MapSeconds"/> maps instants; 0 if the intervals consist of different numbers of days
    /// that start at midnight.</summary>
    public virtual long IntervalSeconds => 0;

    /// <summary>Computes the values of all selected rows as a vector of numbers, if possible.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="numbers">Receives the numbers.</param>
    public virtual bool TryNumbers(GroupCursor cursor, NumberVector numbers) => false;

    /// <summary>Gets a value that indicates whether all values are computed strings or null, so equal values have the same text.</summary>
    public virtual bool AreStrings => false;

    /// <summary>Gets a value that indicates whether the values of some batches may be only strings or null, so <see cref="TryStrings"/> is worth a try.</summary>
    public virtual bool MayBeStrings => AreStrings;

    /// <summary>Computes the values of all selected rows as strings, if possible.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="strings">Receives the strings.</param>
    public virtual bool TryStrings(GroupCursor cursor, StringBatch strings) => false;

    /// <summary>Gets the value of all rows, or null if it may differ.</summary>
    public virtual QueryValue? Constant => null;

    /// <summary>Gets the comparison if the expression is one; otherwise, null.</summary>
    public virtual BoundComparisonOf? Comparison => null;

    /// <summary>Gets a value that indicates whether all values are computed numbers or null, so equal values have the same text.</summary>
    public virtual bool AreComputed => false;

    /// <summary>Determines whether the values of all selected rows are numbers or null.</summary>
    public virtual bool AreNumbers(GroupCursor cursor) => AreComputed;

    /// <summary>Determines whether <see cref="TryNumbers"/> is expected to return mantissas at low cost. If so, all rows without a number are null.</summary>
    public virtual bool ExpectsMantissas(GroupCursor cursor) => false;

    /// <summary>Computes the operands of a division for all selected rows, if the expression is a division and both are numbers.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="dividend">Receives the dividends.</param>
    /// <param name="divisor">Receives the divisors.</param>
    public virtual bool TryDivision(GroupCursor cursor, NumberVector dividend, NumberVector divisor) => false;

    /// <summary>Estimates the values of all selected rows, if they are numbers.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="estimates">Receives the estimates.</param>
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
