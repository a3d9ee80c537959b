using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Values of one machine type that aggregates compare, and what they represent.</summary>
internal interface ILanes<T>
{
    /// <summary>Gets a value that indicates whether equal values may have different texts.</summary>
    bool HasTexts { get; }

    /// <summary>The selected rows' values.</summary>
    /// <param name="cursor">Where the worker is.</param>
    /// <param name="validity">A bit a row, set where there is a value; empty where there are no nulls.</param>
    ReadOnlySpan<T> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity);

    /// <summary>Returns the scalar of a value.</summary>
    QueryValue ToValue(T lane);

    /// <summary>Returns a row's scalar with the text that its document has.</summary>
    QueryValue At(GroupCursor cursor, int row);
}
