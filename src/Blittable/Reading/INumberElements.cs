namespace Blittable.Reading;

/// <summary>A number type that the elements of an array can be copied as.</summary>
internal interface INumberElements<T>
{
    /// <summary>Reads an element as the single getter of the type does.</summary>
    static abstract bool TryGet(BlittableValue element, out T number);

    /// <summary>Converts values of a packed column.</summary>
    /// <param name="form">The form and the scale of the column, as they are stored.</param>
    /// <param name="values">Its mantissas, or the bits of IEEE 754 numbers.</param>
    /// <param name="destination">Where the first goes.</param>
    /// <param name="stride">From one place in the destination to the next.</param>
    /// <returns>False where the type cannot hold one of them.</returns>
    static abstract bool TryConvert(byte form, ReadOnlySpan<long> values, Span<T> destination, int stride);
}
