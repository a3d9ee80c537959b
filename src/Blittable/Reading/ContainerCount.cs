using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Counts the children of a value.</summary>
internal static class ContainerCount
{
    /// <summary>Returns the number of elements of an array or properties of an object, or -1 for a value of another kind.</summary>
    /// <exception cref="BlittableException">The value is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Read(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        // Most arrays have slots and fewer than 128 elements, which one load detects.
        if (RawBytes.Fits(document, address, sizeof(ushort)))
        {
            int start = RawBytes.ReadUInt16(document, address);
            if ((uint)((byte)start - Tag.Array) <= Tag.ArrayLast - Tag.Array && start >> 8 <= Varint.MaxOneByte)
            {
                return start >> 8;
            }
        }

        return ReadOther(document, address, shapeTable, dictionary);
    }

    /// <summary>Counts the children of other common values. All calls are tail calls, so no stack frame is needed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadOther(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        var tag = RawBytes.ReadTag(document, address);
        if (tag == Tag.EmptyArray)
        {
            return 0;
        }

        if (tag == Tag.NumberArray)
        {
            return NumberArrayLayout.TryReadRows(document, address, out var rows, out _) ? rows : ReadRare(document, address, shapeTable, dictionary);
        }

        if (address >= 0 && (uint)(tag - Tag.ObjectWithShape) <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectWithShape)
        {
            // The byte after the tag is the shape number, or the flags of the shape.
            var shape = address + 1;
            var number = RawBytes.ReadTag(document, shape);
            if (tag < Tag.ObjectOfDocumentShape
                || (number <= Varint.MaxOneByte && Trailer.TryReadShapeAddress(document, shapeTable, number, out shape)))
            {
                var count = RawBytes.ReadTag(document, shape + 1);
                if (count - 1u < Varint.MaxOneByte)
                {
                    return count;
                }
            }
        }

        return ReadRare(document, address, shapeTable, dictionary);
    }

    /// <summary>Returns the number of names in a shape without reading them.</summary>
    private static int OfShape(ReadOnlySpan<byte> bytes, int shape)
    {
        var names = shape + 1;
        var count = RawBytes.ReadVarint(bytes, ref names);
        if (count - 1 >= (uint)(bytes.Length - names))
        {
            ThrowHelper.InvalidShape(RawBytes.ReadTag(bytes, shape), count, shape);
        }

        return (int)count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadRare(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        if (address < 0)
        {
            return NumberArrayElement.CountOfRow(document, address);
        }

        var tag = RawBytes.ReadTag(document, address);
        var start = address + 1;
        switch (tag)
        {
            case Tag.NumberArray:
                return NumberArrayLayout.ReadRows(document, address, out _);
            case Tag.EmptyObject:
                return 0;
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectWithShapeLast):
                return OfShape(document, start);
            case >= Tag.ObjectOfDocumentShape and <= Tag.ObjectOfDocumentShapeLast:
                return OfShape(document, Trailer.ShapeAddress(document, shapeTable, RawBytes.ReadVarint(document, ref start)));
            case >= Tag.ObjectOfDictionaryShape and <= Tag.ObjectOfDictionaryShapeLast:
                return OfShape(Container.DictionaryShape(dictionary, RawBytes.ReadVarint(document, ref start), address, out var block), block);
            default:
                return Container.TryReadArray(document, address, out var container) ? container.Count : -1;
        }
    }
}
