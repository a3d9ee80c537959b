using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Represents an accumulator whose results are values of documents. If several values are equal, the first row counts.</summary>
internal abstract class OrderedAccumulator : Accumulator
{
    /// <summary>Returns the <see cref="GroupCursor.Order"/> of the row that provided the result of a group; 0 if equal values have equal texts.</summary>
    public abstract long Order(int group);
}
