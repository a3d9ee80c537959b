using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Provides values of a primitive type for aggregates to compare.</summary>
internal interface ILanes<T>
{
    /// <summary>Gets a value that indicates whether equal values may have different texts.</summary>
    bool HasTexts { get; }

    /// <summary>Reads the values of the selected rows.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="validity">Receives one bit per row, set if it has a value; empty if there are no nulls.</param>
    ReadOnlySpan<T> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity);

    /// <summary>Converts a value to a scalar.</summary>
    QueryValue ToValue(T lane);

    /// <summary>Returns the scalar of a row with its text in the document.</summary>
    QueryValue At(GroupCursor cursor, int row);
}
