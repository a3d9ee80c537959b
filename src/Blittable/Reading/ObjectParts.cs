using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Where the properties of an object are, as its enumerators start with it.</summary>
internal struct ObjectParts
{
    /// <summary>Bytes of all end offsets, which stand right before the names.</summary>
    public int EndsLength;

    /// <summary>Bits of an end offset.</summary>
    public int EndBits;

    /// <summary>Address of the first slot.</summary>
    public int Slots;

    /// <summary>Bits of a slot.</summary>
    public int SlotBits;

    /// <summary>Resolves an object.</summary>
    /// <returns>The bytes from the end offsets of the names on; none if the object is empty.</returns>
    /// <exception cref="BlittableException">The object is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ReadOnlySpan<byte> Read(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, out ObjectParts parts)
    {
        parts = default;
        if (!Container.TryReadObject(document, address, shapeTable, dictionary, out var container, out var shape) || shape.Count == 0)
        {
            return default;
        }

        parts.Slots = container.Start;
        parts.SlotBits = 8 * container.SlotSize;
        parts.EndsLength = shape.NamesAddress - shape.EndsAddress;
        parts.EndBits = 8 << (shape.Flags & ShapeBlock.EndSizeMask);
        return shape.Ends;
    }
}
