using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Filters;

/// <summary>Decides which scalars match. Stateless; shared by workers.</summary>
internal abstract class ValuePredicate
{
    /// <summary>Gets a value that indicates whether the predicate distinguishes null, missing values, and objects and arrays.</summary>
    public virtual bool NeedsStates => false;

    /// <summary>Returns the part of a condition after its operand.</summary>
    public abstract override string ToString();

    /// <summary>Determines whether a scalar matches. Objects, arrays and missing values are passed as null and distinguished by
    /// <see cref="QueryValue.State"/>.</summary>
    public abstract bool Passes(in QueryValue value);

    /// <summary>Sets the bits of matching rows.</summary>
    /// <param name="values">The values.</param>
    /// <param name="cursor">The cursor with the selected rows.</param>
    /// <param name="passed">Receives one bit for each selected row.</param>
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
