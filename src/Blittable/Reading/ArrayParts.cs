using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>What an enumeration of an array's elements starts from.</summary>
internal struct ArrayParts
{
    /// <summary>Elements of the array.</summary>
    public int Count;

    /// <summary>Address of the first slot; in an array without slots, of the first element; in packed numbers, the index of the first.</summary>
    public int Start;

    /// <summary>From one of these to the next.</summary>
    public int Step;

    /// <summary>Bits of a slot; 0 in an array without slots; the address that all elements of packed numbers have, each with an index.</summary>
    public int Form;

    /// <summary>Resolves an array; leaves it empty where there is none.</summary>
    /// <exception cref="BlittableException">The array is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Read(ReadOnlySpan<byte> document, int address, int index, out ArrayParts parts)
    {
        parts = default;
        if ((!Container.TryReadArray(document, address, out var container) && !PackedElement.TryReadRow(document, address, index, out container))
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
        else
        {
            parts.Step = container.Stride;
        }
    }
}
