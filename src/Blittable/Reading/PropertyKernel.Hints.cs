using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Format;

namespace Blittable.Reading;

/// <content>Lookup of a prepared name: first where it was last, in a shape of as many names.</content>
internal static partial class PropertyKernel
{
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
        if (at + sizeof(ulong) > length)
        {
            return (int)Unusual;
        }

        var head = Load64(ref Unsafe.Add(ref start, at));
        var hint = name.Favourite;
        if (hint.Head != head)
        {
            // Objects that do not bring their shape are done with before a hint is waited for.
            if ((byte)head - (uint)Tag.ObjectWithShape > Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
            {
                return (int)Unusual;
            }

            hint = name.Hint(head);
            if (hint.Head != head)
            {
                return (int)Unusual;
            }
        }

        return ChildByHint(ref start, length, at, hint);
    }

    /// <summary>Finds a name where a hint says, in an object that starts like it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ChildByHint(ref byte start, nuint length, nuint at, PropertyHint hint)
    {
        var end = at + hint.SlotEnd;
        var window = at + (nuint)(int)hint.WindowAt;
        if (end <= length && window <= length && HasEnds(hint, ref Unsafe.Add(ref start, at)) && HasText(hint, ref Unsafe.Add(ref start, window)))
        {
            // Less than the address, so it was no distance of zero and none that leads out of the document.
            var child = at - (Load32(ref Unsafe.Add(ref start, end), -sizeof(uint)) >> hint.SlotShift);
            if (child < at && !IsReference(Unsafe.Add(ref start, child)))
            {
                return (int)child;
            }
        }

        return (int)Unusual;
    }

    /// <summary>The address of the last value with a prepared name, where <see cref="FindByHint"/> did not find it; -1 where there is none or the value
    /// is no object.</summary>
    /// <remarks>Kinds of objects have a method each, and calls at the end of a method are jumps: none saves registers for another.</remarks>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FindByOtherHint(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        uint tag = RawBytes.ReadTag(document, address);
        if (tag - Tag.ObjectOfDocumentShape <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape)
        {
            return FindInDocumentShape(document, address, shapeTable, dictionary, name);
        }

        if (tag - Tag.ObjectWithShape <= Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            return FindInOwnShape(document, address, shapeTable, dictionary, name);
        }

        var child = FindByHintInDictionaryShape(document, address, tag, dictionary, name);
        return child >= 0 ? child : FindMissed(document, address, shapeTable, dictionary, name);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindInDocumentShape(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var child = FindByHintInDocumentShape(document, address, shapeTable, name);
        return child >= 0 ? child : FindMissed(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a name that is longer than a vector, or stands in a very short block: the favourite may lead to these too.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindInOwnShape(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        if ((uint)address + (ulong)sizeof(ulong) <= (uint)document.Length)
        {
            var head = Load64(ref Unsafe.Add(ref start, (nint)(uint)address));
            var child = ChildByLongHint(ref start, (uint)document.Length, (uint)address, head, name.Favourite);
            if (child >= 0)
            {
                return child;
            }
        }

        return FindMissed(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a prepared name in an object that brings its shape by searching, if it need not learn that shape, or in any other.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindMissed(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, BlittableName name)
    {
        var child = FindUnlearned(document, address, name);
        return child != (int)Unusual ? child : FindAnew(document, address, shapeTable, dictionary, name);
    }

    /// <summary>Finds a prepared name in an object that brings its shape by its other hints, or by searching.</summary>
    /// <returns>The value's address, -1 if there is no such name, <see cref="Unusual"/> for any other object, and for one to learn from.</returns>
    private static int FindUnlearned(ReadOnlySpan<byte> document, int address, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        if ((uint)address + (ulong)sizeof(ulong) > (uint)document.Length
            || Load8(ref start, (uint)address) - Tag.ObjectWithShape > Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            return (int)Unusual;
        }

        var child = FindByAnyHint(document, address, name);
        if (child >= 0)
        {
            return child;
        }

        child = SearchOwnShape(document, address, name);
        return child >= 0 && (name.IsNew(Load64(ref Unsafe.Add(ref start, (nint)(uint)address))) || KnownNamesKernel.IsLucky()) ? (int)Unusual : child;
    }

    /// <summary>Finds a name in an object that brings its shape by one hint after the other.</summary>
    /// <inheritdoc cref="FindByHint(ReadOnlySpan{byte}, int, BlittableName)"/>
    private static int FindByAnyHint(ReadOnlySpan<byte> document, int address, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        if ((uint)address + (ulong)sizeof(ulong) <= length)
        {
            var head = Load64(ref Unsafe.Add(ref start, (nint)(uint)address));
            var shortHead = PropertyHint.ShortHeadOf(head);
            foreach (var hint in (ReadOnlySpan<PropertyHint>)
                [name.Favourite, name.Hint(head), name.OtherHint(head), name.Hint(shortHead), name.OtherHint(shortHead)])
            {
                var child = ChildByLongHint(ref start, length, (uint)address, head, hint);
                if (child >= 0)
                {
                    return child;
                }
            }
        }

        return (int)Unusual;
    }

    /// <summary>Finds a name, however long, where a hint says, in an object that brings its shape and starts with this head.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ChildByLongHint(ref byte start, uint length, uint address, ulong head, PropertyHint hint)
    {
        var width = (byte)head - Tag.ObjectWithShape;
        return (hint.Head == head || hint.Head == PropertyHint.ShortHeadOf(head)) && Holds(hint, hint.Head, ref start, length, address + 1)
            ? ChildBefore(ref start, length, address, address + hint.BlockEnd + (hint.Next << width), width)
            : (int)Unusual;
    }

    /// <summary>Searches a block of up to 64 names with ends of a byte each.</summary>
    private static int SearchOwnShape(ReadOnlySpan<byte> document, int address, BlittableName name)
    {
        var flags = Load8(ref MemoryMarshal.GetReference(document), (uint)address + 1);
        var stored = (flags & ShapeBlock.HasCodedNames) != 0 ? name.Codes : name.Utf8;
        return (flags & ~(uint)ShapeBlock.HasCodedNames) switch
        {
            ShapeBlock.HasFingerprints => FindByFingerprint(document, address, name.Utf8, stored),
            0 => FindStoredByLength(document, address, stored),
            _ => (int)Unusual,
        };
    }

    /// <summary>Finds a name where it was last, in an object whose shape is the dictionary's, if one byte is enough for the number of the shape: it is
    /// known by its number.</summary>
    /// <inheritdoc cref="FindByHint(ReadOnlySpan{byte}, int, BlittableName)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindByHintInDictionaryShape(ReadOnlySpan<byte> document, int address, uint tag, DictionarySnapshot? dictionary, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        var slots = (uint)address + 2;
        var width = tag - Tag.ObjectOfDictionaryShape;
        if (width > Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDictionaryShape || slots > length || dictionary is null)
        {
            return (int)Unusual;
        }

        var number = Load8(ref start, slots - 1);
        var hints = name.InDictionary;
        if (number < DictionaryHints.ShapeCount && hints.ShapesOwner == dictionary.ShapesOwner && number < (uint)dictionary.ShapeCount)
        {
            var next = hints.Next(number);
            if (next != 0)
            {
                return ChildBefore(ref start, length, (uint)address, slots + (next << (int)width), (int)width);
            }
        }

        return (int)Unusual;
    }

    /// <summary>Finds a name where it was last, in an object whose shape is the document's, if one byte is enough for the number of the shape. The shape
    /// has to be compared.</summary>
    /// <inheritdoc cref="FindByHint(ReadOnlySpan{byte}, int, BlittableName)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FindByHintInDocumentShape(ReadOnlySpan<byte> document, int address, int shapeTable, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(document);
        var length = (uint)document.Length;
        var slots = (uint)address + 2;
        if (slots > length)
        {
            return (int)Unusual;
        }

        var width = (int)Load8(ref start, (uint)address) - Tag.ObjectOfDocumentShape;
        var number = Load8(ref start, slots - 1);
        var entry = (uint)shapeTable + (sizeof(ushort) * number);
        if (number > MaxNumber || shapeTable >= WideTable || entry + sizeof(ushort) > length)
        {
            return (int)Unusual;
        }

        var block = Load16(ref start, entry);
        if (block + sizeof(uint) > length)
        {
            return (int)Unusual;
        }

        var head = ((ulong)Load32(ref start, block) << 8) | Tag.None;
        var hint = name.Favourite;
        hint = hint.Head == head ? hint : name.Hint(head);
        return Holds(hint, head, ref start, length, block)
            ? ChildBefore(ref start, length, (uint)address, slots + (hint.Next << width), width)
            : (int)Unusual;
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
        var tag = slots == 0 ? RawBytes.ReadTag(document, address) : Tag.None;
        if (ProvenHint(shapes, block, tag, name) is { } hint)
        {
            var end = (uint)(slots != 0 ? slots : ShapeBlock.Read(shapes, block).EndAddress) + (hint.Next << width);
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
            name.Remember(shapes, block, tag, (int)(found >> 32));
        }

        return (int)found;
    }

    /// <summary>The hint that proves a name's place in a block, if there is one.</summary>
    private static PropertyHint? ProvenHint(ReadOnlySpan<byte> shapes, int block, byte tag, BlittableName name)
    {
        ref var start = ref MemoryMarshal.GetReference(shapes);
        var head = PropertyHint.HeadOf(shapes, block, tag);
        foreach (var hint in (ReadOnlySpan<PropertyHint>)[name.Favourite, name.Hint(head), name.OtherHint(head)])
        {
            if (Holds(hint, head, ref start, (uint)shapes.Length, (uint)block))
            {
                return hint;
            }
        }

        return null;
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
    private static bool HasEnds(PropertyHint hint, ref byte tag) =>
        Load32(ref tag, (nint)hint.EndAt) == hint.End && Load32(ref tag, (nint)hint.LastEndAt) == hint.LastEnd;

    /// <summary>Whether a window holds the name, or as much of it as fits a vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasText(PropertyHint hint, ref byte window) =>
        ((Vector128.LoadUnsafe(ref window) ^ hint.Text) & hint.TextMask) == Vector128<byte>.Zero;

    /// <summary>Whether the whole name stands at the same place in a block that starts in the same way.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Holds(PropertyHint hint, ulong head, ref byte start, uint length, uint block)
    {
        var window = block - 1 + hint.WindowAt;
        ref var tag = ref Unsafe.Add(ref start, (nint)block - 1);
        return hint.Head == head && IsInside(window, length) && HasEnds(hint, ref tag) && HasText(hint, ref Unsafe.Add(ref start, (nint)window))
            && (hint.LongText is not { } text
                || RawBytes.AreEqual(ref Unsafe.Add(ref tag, (nint)hint.TextAt), ref MemoryMarshal.GetArrayDataReference(text), (uint)text.Length));
    }

    /// <summary>Where an object's names are.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The object's tag.</param>
    /// <param name="shapeTable">Where the document's shape table starts.</param>
    /// <param name="dictionary">The document's dictionary, if it has one.</param>
    /// <param name="block">Where their block starts.</param>
    /// <param name="slots">Where the object's slots start; 0 if they do behind the block.</param>
    /// <param name="width">0, 1 or 2 for slots of 1, 2 or 4 bytes.</param>
    /// <returns>The bytes that the block is in, at least eight from it on; none if the value is no object with names.</returns>
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

        return RawBytes.Fits(shapes, block, sizeof(ulong)) ? shapes : default;
    }
}
