namespace Blittable.Collections;

/// <summary>Values of one machine type that aggregates compare, and what they stand for.</summary>
internal interface ILanes<T>
{
    /// <summary>The selected rows' values.</summary>
    /// <param name="cursor">Where the worker is.</param>
    /// <param name="validity">A bit a row, set where there is a value; empty where there are no nulls.</param>
    ReadOnlySpan<T> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity);

    QueryValue ToValue(T lane);
}
