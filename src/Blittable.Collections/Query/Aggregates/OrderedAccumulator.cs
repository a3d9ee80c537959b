using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>An accumulator whose results are values of documents: of equal ones the one of the first row.</summary>
internal abstract class OrderedAccumulator : Accumulator
{
    /// <summary>Returns the <see cref="GroupCursor.Order"/> of the row that a group's result is of; 0 if equal values have equal texts.</summary>
    public abstract long Order(int group);
}
