using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Converts a float64 to and from the 4 bytes of a float32, if the conversion is exact in every bit. The value is read as a float64.</summary>
internal static class NarrowDouble
{
    /// <summary>Narrows a float64. Returns false if a bit would be lost, as with signaling NaNs and payloads of more than 22 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(double value, out uint bits)
    {
        var single = (float)value;
        bits = BitConverter.SingleToUInt32Bits(single);
        return BitConverter.DoubleToUInt64Bits(single) == BitConverter.DoubleToUInt64Bits(value);
    }

    /// <summary>Returns the bits of the original float64.</summary>
    public static ulong Widen(uint bits) => BitConverter.DoubleToUInt64Bits(BitConverter.UInt32BitsToSingle(bits));
}
