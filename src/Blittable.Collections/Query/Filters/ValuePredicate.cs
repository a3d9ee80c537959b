using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Filters;

/// <summary>Which scalars pass. Workers share it; it has no state.</summary>
internal abstract class ValuePredicate
{
    /// <summary>Gets a value that indicates whether null, what is missing, and objects and arrays are not all alike to the predicate.</summary>
    public virtual bool NeedsStates => false;

    /// <summary>Returns the part of a condition after its value.</summary>
    public abstract override string ToString();

    /// <summary>Determines whether a scalar passes; objects, arrays and what is missing are null, told apart by <see cref="QueryValue.State"/>.</summary>
    public abstract bool Passes(in QueryValue value);

    /// <summary>Sets the bits of the rows that pass.</summary>
    /// <param name="values">The values.</param>
    /// <param name="cursor">Has selected the rows.</param>
    /// <param name="passed">A bit for each selected row, undefined before.</param>
    public virtual void Evaluate(PathValues values, GroupCursor cursor, Span<ulong> passed)
    {
        var rows = cursor.Selection.Count;
        passed[..Columns.MaskKernel.Words(rows)].Clear();
        for (var row = 0; row < rows; row++)
        {
            passed[row >> 6] |= (Passes(NeedsStates ? values.WithState(row) : values[row]) ? 1UL : 0) << row;
        }
    }
}
