using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Locates the elements of an array, or of one run of elements, for its enumerators.</summary>
internal struct ArrayParts
{
    /// <summary>The result of <see cref="Element"/> if the element does not exist.</summary>
    public const long NoElement = long.MinValue;

    /// <summary>The number of elements in the array or run.</summary>
    public int Count;

    /// <summary>The index of the next element after the run, or 0 if there are no more elements.</summary>
    public int Next;

    /// <summary>The address that slots are subtracted from.</summary>
    public int Origin;

    /// <summary>The address of the first slot. In an array without slots, the address of the first element. In a number array, its index.</summary>
    public int Start;

    /// <summary>The distance between consecutive values of <see cref="Start"/>.</summary>
    public int Step;

    /// <summary>The slot size in bits. In an array without slots, 0. In a number array, the address that all elements share. Their indexes differ.</summary>
    public int Form;

    /// <summary>Resolves an array. For other values, the result is empty.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the array.</param>
    /// <param name="index">The row index, if the array is a row of a number array.</param>
    /// <param name="first">The index of the first element to locate. It is 0 unless the slots of the array are in runs.</param>
    /// <param name="parts">Receives the location of the elements.</param>
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
            // Slots outside the document are rejected when they are read.
            parts.Count = start >> 8;
            parts.Start = address + 2;
            parts.Step = Tag.SlotSize(width);
            parts.Form = 8 << width;
            return;
        }

        if (address < 0)
        {
            // A number has no elements.
            parts.Count = Math.Max(NumberArrayElement.CountOfRow(document, address), 0);
            parts.Start = NumberArrayLayout.IndexInMatrix(index, 0);
            parts.Step = 1;
            parts.Form = NumberArrayElement.NumberInRow(address);
            return;
        }

        if (RawBytes.ReadTag(document, address) == Tag.NumberArray && NumberArrayLayout.TryReadRows(document, address, out var rows, out var isMatrix))
        {
            parts.Count = rows;
            parts.Step = 1;
            parts.Form = NumberArrayElement.AddressIn(address, isMatrix);
            return;
        }

        if (!Container.TryReadArray(document, address, out var container) || container.Count == 0)
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
    /// <param name="address">The address of the array.</param>
    /// <param name="shapeTable">The start of the shape table, or the row index of a row of a number array.</param>
    /// <param name="index">The zero-based index of the element.</param>
    /// <returns>
    /// The address of the element in the lower 32 bits, and its shape table or index in the upper 32 bits. <see cref="NoElement"/> if the value is not an array
    /// or has no such element. A single word avoids a store-forwarding stall, which a struct returned through memory would cause.
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
