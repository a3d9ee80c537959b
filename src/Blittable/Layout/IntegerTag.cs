using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Reads integers that have their own tag: in the tag itself, or a sign in the tag and a magnitude after it.</summary>
internal static class IntegerTag
{
    // The value of MagnitudeBits for tags that are not the tag of an integer.
    private const byte X = byte.MaxValue;

    /// <summary>Gets the number of bits of the magnitude that follows a tag. It is 0 if the tag contains the integer.</summary>
    private static ReadOnlySpan<byte> MagnitudeBits =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 00 small integers
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 10
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 20
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 30
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // 40
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // 50
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // 60
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // 70
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // 80
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // 90
        X, X, X, X, X, X, X, X, 8, 16, 24, 32, 48, 64, 8, 16, // A0 integers, negative integers
        24, 32, 48, 64, X, X, X, X, X, X, X, X, X, X, X, X, // B0 negative integers
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // C0
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // D0
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // E0
        X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, // F0
    ];

    /// <summary>Reads an integer of any size with a magnitude below 2^63, except at the very end of the document.</summary>
    /// <remarks>Neither the size nor the sign is a branch, because integers of different sizes alternate in most documents.</remarks>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the tag.</param>
    /// <param name="tag">The tag, or <see cref="Tag.None"/> for an address outside the document.</param>
    /// <param name="value">Receives the integer.</param>
    /// <returns>False for all other values.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadInt64(ReadOnlySpan<byte> document, int address, byte tag, out long value)
    {
        var bits = MagnitudeBits[tag];
        if (bits == X || !RawBytes.Fits(document, address + 1, sizeof(ulong)))
        {
            value = 0;
            return false;
        }

        var magnitude = (long)RawBytes.LowBits(RawBytes.ReadUInt64(document, address + 1), bits);
        var sign = (long)((Tag.NegativeInteger - 1 - tag) >> 31);
        var inTag = tag & ((tag - Tag.SmallIntegerLast - 1) >> 31);
        value = (magnitude ^ sign) - sign + inTag;
        return magnitude >= 0;
    }
}
