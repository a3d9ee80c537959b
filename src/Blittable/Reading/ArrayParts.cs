using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Where the elements of an array are, or those of one run, as its enumerators go through them.</summary>
internal struct ArrayParts
{
    /// <summary>The result of <see cref="Element"/> without such an element.</summary>
    public const long NoElement = long.MinValue;

    /// <summary>Elements of the array, or of the run.</summary>
    public int Count;

    /// <summary>The element after those; 0 if there is no other.</summary>
    public int Next;

    /// <summary>The address that slots count back from.</summary>
    public int Origin;

    /// <summary>Address of the first slot; in an array without slots, of the first element; in a number array, the index of the first.</summary>
    public int Start;

    /// <summary>The distance from one <see cref="Start"/> to the next.</summary>
    public int Step;

    /// <summary>Bits of a slot; 0 in an array without slots; in a number array the address that all elements share, each with its own index.</summary>
    public int Form;

    /// <summary>Resolves an array; leaves it empty for other values.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The array's address.</param>
    /// <param name="index">Of a row of a number array, which one.</param>
    /// <param name="first">The first element that is wanted: not 0 only in an array whose slots are in runs.</param>
    /// <param name="parts">Where the elements are.</param>
    /// <exception cref="BlittableException">The array is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Read(ReadOnlySpan<byte> document, int address, int index, int first, out ArrayParts parts)
    {
        parts = default;
        parts.Origin = address;

        // Most arrays have slots, and fewer than 128 of them.
        var start = RawBytes.Fits(document, address, sizeof(ushort)) ? RawBytes.ReadUInt16(document, address) : 0;
        var width = (byte)start - Tag.Array;
        if ((uint)width <= Tag.ArrayLast - Tag.Array && start >> 8 <= Varint.MaxOneByte)
        {
            // Slots that are not there are refused when they are read.
            parts.Count = start >> 8;
            parts.Start = address + 2;
            parts.Step = Tag.SlotSize(width);
            parts.Form = 8 << width;
            return;
        }

        if (RawBytes.ReadTag(document, address) == Tag.NumberArray && NumberArrayLayout.TryReadRows(document, address, out var rows, out var isMatrix))
        {
            parts.Count = rows;
            parts.Step = 1;
            parts.Form = NumberArrayElement.AddressIn(address, isMatrix);
            return;
        }

        if ((address < 0 ? !NumberArrayElement.TryReadRow(document, address, index, out var container) : !Container.TryReadArray(document, address, out container))
            || container.Count == 0)
        {
            return;
        }

        parts.Count = container.Count;
        parts.Start = container.Start;
        if (container.SlotSize != 0)
        {
            parts.Step = container.SlotSize;
            parts.Form = 8 * container.SlotSize;
        }
        else if (container.IsPacked)
        {
            parts.Step = 1;
            parts.Form = container.Child(0);
        }
        else if (container.IsInRuns)
        {
            parts.Origin = container.Run(first, out parts.Start);
            parts.Count = Math.Min(Runs.Length, container.Count - first);
            parts.Next = first + parts.Count < container.Count ? first + parts.Count : 0;
            parts.Step = Tag.SlotSize(container.RunWidth);
            parts.Form = 8 * parts.Step;
        }
        else
        {
            parts.Step = container.Stride;
        }
    }

    /// <summary>Finds element <paramref name="index"/> of an array.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The array's address.</param>
    /// <param name="shapeTable">Where the shape table starts; of a row of a number array, which one.</param>
    /// <param name="index">The element, from 0.</param>
    /// <returns>
    /// Its address and, 32 bits higher, the shape table or the index that goes with it; <see cref="NoElement"/> where the value is not an array or has no
    /// such element. In one word: a value that is returned through memory is loaded in other pieces than it was stored.
    /// </returns>
    /// <exception cref="BlittableException">The array is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static long Element(ReadOnlySpan<byte> document, int address, int shapeTable, int index)
    {
        var tag = RawBytes.ReadTag(document, address);
        var width = tag - Tag.Array;
        if ((uint)width > Tag.ArrayLast - Tag.Array)
        {
            return tag == Tag.NumberArray ? ElementOfPacked(document, address, index) : ElementWithoutSlot(document, address, shapeTable, index);
        }

        var start = address + 1;
        var count = RawBytes.ReadVarint(document, ref start);
        var slot = start + ((long)index << width);
        if ((uint)index >= count || slot >= document.Length)
        {
            return NoElement;
        }

        var distance = RawBytes.ReadBits(document, (int)slot, 8 << width);
        return ((long)shapeTable << 32) | (uint)Container.Behind(document, address, distance);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long ElementOfPacked(ReadOnlySpan<byte> document, int address, int index) =>
        !NumberArrayLayout.TryReadRows(document, address, out var rows, out var isMatrix) ? ElementOfOtherPacked(document, address, index)
            : (uint)index < (uint)rows ? ((long)index << 32) | (uint)NumberArrayElement.AddressIn(address, isMatrix)
            : NoElement;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long ElementOfOtherPacked(ReadOnlySpan<byte> document, int address, int index)
    {
        var rows = NumberArrayLayout.ReadRows(document, address, out var isMatrix);
        return (uint)index < (uint)rows ? ((long)index << 32) | (uint)NumberArrayElement.AddressIn(address, isMatrix) : NoElement;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long ElementWithoutSlot(ReadOnlySpan<byte> document, int address, int shapeTable, int index)
    {
        if (address < 0)
        {
            return NumberArrayElement.ElementOfRow(document, address, shapeTable, index);
        }

        if (!Container.TryReadArray(document, address, out var container) || (uint)index >= (uint)container.Count)
        {
            return NoElement;
        }

        return ((long)shapeTable << 32) | (uint)container.Child(index);
    }
}
