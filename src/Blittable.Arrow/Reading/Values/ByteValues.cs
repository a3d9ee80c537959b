using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Reads the bytes of strings and binary values from arrays of any layout.</summary>
internal readonly struct ByteValues
{
    private readonly BinaryArray? _plain;
    private readonly LargeBinaryArray? _large;
    private readonly BinaryViewArray? _views;

    private ByteValues(IArrowArray array) => (_plain, _large, _views) = (array as BinaryArray, array as LargeBinaryArray, array as BinaryViewArray);

    /// <summary>Opens an array of strings or binary values.</summary>
    /// <returns>true if the class of the array is supported; otherwise, false.</returns>
    public static bool TryOpen(IArrowArray array, out ByteValues values)
    {
        values = new ByteValues(array);
        return array is BinaryArray or LargeBinaryArray or BinaryViewArray;
    }

    /// <summary>Returns the bytes of a value.</summary>
    public ReadOnlySpan<byte> Get(int row) => _plain is not null ? _plain.GetBytes(row) : _large is not null ? _large.GetBytes(row) : _views!.GetBytes(row);
}
