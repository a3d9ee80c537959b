using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Reads the bytes of strings and binary values, whichever way an array stores them.</summary>
internal readonly struct ByteValues
{
    private readonly BinaryArray? _plain;
    private readonly LargeBinaryArray? _large;
    private readonly BinaryViewArray? _views;

    private ByteValues(IArrowArray array) => (_plain, _large, _views) = (array as BinaryArray, array as LargeBinaryArray, array as BinaryViewArray);

    /// <summary>Takes an array of strings or bytes.</summary>
    /// <returns>False if the array is of another class.</returns>
    public static bool TryOpen(IArrowArray array, out ByteValues values)
    {
        values = new ByteValues(array);
        return array is BinaryArray or LargeBinaryArray or BinaryViewArray;
    }

    /// <summary>The bytes of a value.</summary>
    public ReadOnlySpan<byte> Get(int row) => _plain is not null ? _plain.GetBytes(row) : _large is not null ? _large.GetBytes(row) : _views!.GetBytes(row);
}
