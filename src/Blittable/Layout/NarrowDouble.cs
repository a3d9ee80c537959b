using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>A float64 in the 4 bytes of a float32, which it converts to and back from bit for bit. It is read as a float64.</summary>
internal static class NarrowDouble
{
    /// <summary>Narrows a float64; false where that loses a bit, as it does for signaling NaN and for payloads of more than 22 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(double value, out uint bits)
    {
        var single = (float)value;
        bits = BitConverter.SingleToUInt32Bits(single);
        return BitConverter.DoubleToUInt64Bits(single) == BitConverter.DoubleToUInt64Bits(value);
    }

    /// <summary>The bits of the float64 that was narrowed.</summary>
    public static ulong Widen(uint bits) => BitConverter.DoubleToUInt64Bits(BitConverter.UInt32BitsToSingle(bits));
}
