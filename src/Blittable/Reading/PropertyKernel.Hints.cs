using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <content>Lookup of a prepared name: first where it was last, in a shape of as many names.</content>
internal static partial class PropertyKernel
{
    /// <summary>The address of the last value with a prepared name, or -1 where there is none or the value is no object.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Find(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var child = FindByHint(document, address, name);
        return child >= 0 ? child : FindInSharedShape(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a name where it was last, in an object that brings its shape. This is what has to be fast: all bytes that are compared lie
    /// behind the tag.</summary>
    /// <returns>The value's address; <see cref="Unusual"/> for any other object, and where no hint fits.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FindByHint(ReadOnlySpan<byte> document, int address, BlittableName name)
    {
        // Offsets are as wide as addresses, so that none has to be widened before a load.
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (nuint)(uint)document.Length;
        var at = (nuint)(uint)address;
        if (at + 1 + sizeof(uint) > length)
        {
            return (int)Unusual;
        }

        var width = Unsafe.Add(ref start, at) - (uint)Tag.ObjectWithShape;
        if (width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            return (int)Unusual;
        }

        ref var block = ref Unsafe.Add(ref start, at + 1);
        var hint = name.Hint(Load32(ref block, 0));
        var end = (nuint)(hint.SlotsAt + (hint.Next << (int)width));
        var window = (nint)at + 1 + hint.ShortWindowAt;
        if (at + 1 + end <= length && (nuint)window <= length && HasEnds(hint, ref block) && HasText(hint, ref Unsafe.Add(ref start, window)))
        {
            // Less than the address, so it was no distance of zero and none that leads out of the document.
            var child = at - (Load32(ref Unsafe.Add(ref block, end), -sizeof(uint)) >> (-8 << (int)width));
            if (child < at && !IsReference(Unsafe.Add(ref start, child)))
            {
                return (int)child;
            }
        }

        return (int)Unusual;
    }

    /// <summary>Finds a prepared name in an object that has its shape from the document or the dictionary, or in any other.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindInSharedShape(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var child = FindByHintInSharedShape(document, address, shapeTable, dictionary, name);
        return child >= 0 ? child : FindAnew(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a name where it was last, in an object whose shape is the document's or the dictionary's, if one byte is enough for the number
    /// of the shape. A shape of the dictionary is known by its number; one of the document has to be compared.</summary>
    /// <inheritdoc cref="FindByHint(ReadOnlySpan{byte}, int, BlittableName)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FindByHintInSharedShape(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        var slots = (uint)address + 2;
        if (address > 0 && slots <= length)
        {
            var width = Load8(ref start, (uint)address) - Tag.ObjectOfDocumentShape;
            var number = Load8(ref start, slots - 1);
            if (width > Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape)
            {
                width -= Tag.ObjectOfDictionaryShape - Tag.ObjectOfDocumentShape;
                var hints = name.InDictionary;
                if (width <= Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDictionaryShape && number < DictionaryHints.ShapeCount
                    && dictionary is not null && hints.ShapesOwner == dictionary.ShapesOwner && number < (uint)dictionary.ShapeCount)
                {
                    var next = hints.Next(number);
                    if (next != 0)
                    {
                        return ChildBefore(ref start, length, (uint)address, slots + (next << (int)width), (int)width);
                    }
                }

                return (int)Unusual;
            }

            var entry = (uint)shapeTable + (2 * number);
            if (number <= MaxNumber && shapeTable < WideTable && entry + sizeof(ushort) <= length)
            {
                var block = Load16(ref start, entry);
                if (block + sizeof(uint) <= length)
                {
                    var hint = name.Hint(Load32(ref start, block));
                    if (Holds(hint, ref start, length, block))
                    {
                        return ChildBefore(ref start, length, (uint)address, slots + (hint.Next << (int)width), (int)width);
                    }
                }
            }
        }

        return (int)Unusual;
    }

    /// <summary>Searches for a name whose hints do not prove a place in this object, and has it remember the shape.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FindAnew(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var shapes = BlockOf(document, address, shapeTable, dictionary, out var block, out var slots, out var width);
        if (shapes.IsEmpty)
        {
            return (int)SearchTheLongWay(document, address, shapeTable, dictionary, name.Utf8);
        }

        // A hint may still prove it: names longer than a vector, and shapes whose number takes more than a byte.
        ref var start = ref MemoryMarshal.GetReference(shapes);
        var hint = name.Hint(Load32(ref start, (uint)block));
        if (Holds(hint, ref start, (uint)shapes.Length, (uint)block))
        {
            var end = (uint)(slots != 0 ? slots : block + (int)hint.SlotsAt) + (hint.Next << width);
            var child = ChildBefore(ref MemoryMarshal.GetReference(document), (uint)document.Length, (uint)address, end, width);
            if (child >= 0)
            {
                // What proves the name here may have been learned from an object that brings these names.
                TryLearnInDictionary(document, address, dictionary, (int)hint.Next - 1, name);
                return child;
            }
        }

        var found = SearchAny(document, address, shapeTable, dictionary, name.Utf8, name);
        if (found >= 0 && !TryLearnInDictionary(document, address, dictionary, (int)(found >> 32), name))
        {
            name.Remember(shapes, block, (int)(found >> 32));
        }

        return (int)found;
    }

    /// <summary>Has a name remember where it stands in an object's shape, if that is a shape of the dictionary with a number of one byte.</summary>
    /// <returns>False for any other shape.</returns>
    private static bool TryLearnInDictionary(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, int ordinal, BlittableName name)
    {
        uint number = RawBytes.ReadByte(document, address + 1);
        if (dictionary is null || number >= DictionaryHints.ShapeCount
            || RawBytes.ReadTag(document, address) is not (>= Tag.ObjectOfDictionaryShape and <= Tag.ObjectOfDictionaryShapeLast))
        {
            return false;
        }

        name.Remember(dictionary.ShapesOwner, number, ordinal);
        return true;
    }

    /// <summary>Whether the bytes that a hint's window covers are there, and two more: no other word that is compared ends later. A slot and the trailer
    /// follow at least.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsInside(uint window, uint length) => window + (ulong)(Vector128<byte>.Count + sizeof(ushort)) <= length;

    /// <summary>Whether a block that starts like the one that a hint is of ends where that does, and the name where it did.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasEnds(PropertyHint hint, ref byte block) =>
        Load32(ref block, (nint)hint.EndAt) == hint.End && Load32(ref block, (nint)hint.LastEndAt) == hint.LastEnd;

    /// <summary>Whether a window holds the name, or as much of it as fits a vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasText(PropertyHint hint, ref byte window) =>
        ((Vector128.LoadUnsafe(ref window) ^ hint.Text) & hint.TextMask) == Vector128<byte>.Zero;

    /// <summary>Whether the whole name stands at the same place in a block that starts in the same way.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Holds(PropertyHint hint, ref byte start, uint length, uint block)
    {
        var window = block + hint.WindowAt;
        return IsInside(window, length) && HasEnds(hint, ref Unsafe.Add(ref start, (nint)block)) && HasText(hint, ref Unsafe.Add(ref start, (nint)window))
            && (hint.LongText is not { } text
                || RawBytes.AreEqual(ref Unsafe.Add(ref start, (nint)(block + hint.TextAt)), ref MemoryMarshal.GetArrayDataReference(text), (uint)text.Length));
    }

    /// <summary>Where an object's names are.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="dictionary">The document's dictionary, if it has one.</param>
    /// <param name="block">Where their block starts.</param>
    /// <param name="slots">Where the object's slots start; 0 if they do behind the block.</param>
    /// <param name="width">0, 1 or 2 for slots of 1, 2 or 4 bytes.</param>
    /// <returns>The bytes that the block is in, at least four of its own; none if the value is no object with names.</returns>
    /// <exception cref="BlittableException">The object has a shape that does not exist.</exception>
    private static ReadOnlySpan<byte> BlockOf(
        ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, out int block, out int slots, out int width)
    {
        var shapes = document;
        block = address + 1;
        slots = 0;
        width = RawBytes.ReadTag(document, address) - Tag.ObjectWithShape;
        if ((uint)width > Tag.ObjectOfDictionaryShapeLast - Tag.ObjectWithShape)
        {
            return default;
        }

        if (width > Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            slots = block;
            var number = RawBytes.ReadVarint(document, ref slots);
            width -= Tag.ObjectOfDocumentShape - Tag.ObjectWithShape;
            if (width <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape)
            {
                block = Trailer.ShapeAddress(document, shapeTable, number);
            }
            else
            {
                width -= Tag.ObjectOfDictionaryShape - Tag.ObjectOfDocumentShape;
                Container.DictionaryShape(dictionary, number, address, out block);
                shapes = dictionary!.ShapesAndSlack;
            }
        }

        return RawBytes.Fits(shapes, block, sizeof(uint)) ? shapes : default;
    }
}
