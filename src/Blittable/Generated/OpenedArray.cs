using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Reads an array. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct OpenedArray
{
    private BlittableValue.ArrayEnumerator _elements;
    private readonly ref int _at;

    internal OpenedArray(BlittableValue value, int count, ref int at)
    {
        _elements = new BlittableValue.ArrayEnumerator(value);
        Count = count;
        _at = ref at;
    }

    /// <summary>Gets the number of elements, which is within the expansion limit of the document.</summary>
    public int Count { get; }

    /// <summary>Creates an array for all elements.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    public readonly T[] NewArray<T>() => Count == 0 ? [] : new T[Count];

    /// <summary>Advances to the next element.</summary>
    /// <param name="value">The element.</param>
    /// <returns>False after the last element.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Next(out BlittableValue value)
    {
        if (_elements.MoveNext())
        {
            _at++;
            value = _elements.Current;
            return true;
        }

        value = default;
        return false;
    }
}
