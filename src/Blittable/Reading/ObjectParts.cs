using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Locates the properties of an object, or of one run of properties, for its enumerators.</summary>
internal struct ObjectParts
{
    /// <summary>The ordinal of the next property after the run, or 0 if there are no more properties.</summary>
    public int Next;

    /// <summary>The offset of the first name's end offset, and the end of the end offsets, relative to the shape's end offsets.</summary>
    public int Ends, EndsLength;

    /// <summary>The size of an end offset in bits.</summary>
    public int EndBits;

    /// <summary>The origin of the end offsets, and the start of the first name, relative to the shape's end offsets.</summary>
    public uint NameOrigin, NameStart;

    /// <summary>The address that slots are subtracted from.</summary>
    public int Origin;

    /// <summary>The address of the first slot.</summary>
    public int Slots;

    /// <summary>The slot size in bits.</summary>
    public int SlotBits;

    /// <summary>Resolves an object.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the object.</param>
    /// <param name="shapeTable">The start of the document's shape table.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
    /// <param name="first">The ordinal of the first property to locate. It is 0 unless the names or slots of the object are in runs.</param>
    /// <param name="parts">Receives the location of the properties.</param>
    /// <returns>The bytes from the end offsets of the names on, or an empty span if the object is empty.</returns>
    /// <exception cref="BlittableException">The object is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ReadOnlySpan<byte> Read(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, int first, out ObjectParts parts)
    {
        // Most objects contain their shape, or have a document shape with a one-byte number. Most shapes have few names, no index and no duplicates.
        var block = address + 1;
        var tag = RawBytes.ReadTag(document, address);
        var number = RawBytes.ReadTag(document, block);
        var isNumbered = tag >= Tag.ObjectOfDocumentShape;
        if ((uint)(tag - Tag.ObjectWithShape) > Tag.ObjectOfDocumentShapeLast - Tag.ObjectWithShape
            || (isNumbered && (number > Varint.MaxOneByte || !Trailer.TryReadShapeAddress(document, shapeTable, number, out block)))
            || !RawBytes.Fits(document, block, sizeof(uint)))
        {
            return ReadOther(document, address, shapeTable, dictionary, first, out parts);
        }

        var flags = RawBytes.ReadTag(document, block);
        var count = RawBytes.ReadTag(document, block + 1);
        var endShift = flags & ShapeBlock.EndSizeMask;
        var ends = block + 2 + ((flags & ShapeBlock.HasFingerprints) != 0 ? count : 0);
        var names = count << endShift;
        if ((flags & ShapeBlock.UnusualMask) != 0 || endShift == ShapeBlock.EndSizeMask || count - 1u >= Varint.MaxOneByte
            || !RawBytes.Fits(document, ends, names))
        {
            return ReadOther(document, address, shapeTable, dictionary, first, out parts);
        }

        // Slots outside the document are rejected when they are read.
        var text = isNumbered ? 0 : RawBytes.ReadUpTo32(document, ends + names - (1 << endShift), 1 << endShift);
        if (text > (uint)document.Length)
        {
            return ReadOther(document, address, shapeTable, dictionary, first, out parts);
        }

        var slots = isNumbered ? address + 2 : ends + names + (int)text;
        var slotShift = tag - (isNumbered ? Tag.ObjectOfDocumentShape : Tag.ObjectWithShape);
        parts.Next = 0;
        parts.Ends = 0;
        parts.EndsLength = names;
        parts.EndBits = 8 << endShift;
        parts.NameOrigin = (uint)names;
        parts.NameStart = (uint)names;
        parts.Origin = address;
        parts.Slots = slots;
        parts.SlotBits = 8 << slotShift;
        return RawBytes.From(document, ends);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlySpan<byte> ReadOther(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, int first, out ObjectParts parts)
    {
        parts = default;
        if (!Container.TryReadObject(document, address, shapeTable, dictionary, out var container, out var shape) || shape.Count == 0)
        {
            return default;
        }

        var endSize = 1 << (shape.Flags & ShapeBlock.EndSizeMask);
        var names = (uint)(shape.NamesAddress - shape.EndsAddress);
        parts.Origin = address;
        parts.EndBits = 8 * endSize;
        parts.EndsLength = (int)names;
        parts.NameOrigin = names;
        parts.NameStart = names;
        parts.Slots = container.Start;
        parts.SlotBits = 8 * container.SlotSize;
        if (container.IsInRuns || (shape.Flags & ShapeBlock.HasIndex) != 0)
        {
            parts.OpenRun(container, shape, first);
        }

        return shape.Ends;
    }

    private void OpenRun(Container container, ShapeBlock shape, int first)
    {
        var count = Math.Min(Runs.Length, shape.Count - first);
        var endSize = EndBits >> 3;
        Next = first + count < shape.Count ? first + count : 0;
        Ends = first * endSize;
        EndsLength = Ends + (count * endSize);
        NameStart += first == 0 ? 0 : shape.End(first - 1);
        NameOrigin += shape.Origin(first);
        if (container.IsInRuns)
        {
            Origin = container.Run(first, out Slots);
            SlotBits = 8 << container.RunWidth;
        }
        else
        {
            Slots += first * container.SlotSize;
        }
    }
}
