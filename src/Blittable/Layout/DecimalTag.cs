using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Reads decimals: an integer (the mantissa) over a power of ten. <c>12.50</c> is 1250 with 2 fraction digits, which preserves the zero.</summary>
/// <remarks>
/// <code>
/// D0 + 4 * (fraction digits - 1) + (size - 1)    1 to 3 fraction digits, mantissa in 1 to 4 bytes
/// DC-DE | fraction digits u8                     1 to 255 fraction digits, mantissa in 4, 6 or 8 bytes
/// </code>
/// The mantissa is zigzag-encoded: 0, -1, 1, -2, … are stored as 0, 1, 2, 3, …
/// </remarks>
internal static class DecimalTag
{
    /// <summary>The number of mantissa sizes in the short form.</summary>
    public const int ShortSizes = 4;

    /// <summary>The maximum number of fraction digits in the short form.</summary>
    public const int MaxShortFraction = 3;

    /// <summary>Gets the offset and size of a decimal's mantissa.</summary>
    /// <returns>The number of fraction digits.</returns>
    /// <exception cref="BlittableException">The decimal ends outside the document, or has no fraction digits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadHead(ReadOnlySpan<byte> document, int address, byte tag, out int mantissa, out int size)
    {
        mantissa = address + 1;
        if (tag <= Tag.ShortDecimalLast)
        {
            return ReadShortHead(tag, out size);
        }

        size = Tag.DecimalSizes[tag - Tag.Decimal];
        var fractionDigits = RawBytes.ReadByte(document, mantissa++);
        if (fractionDigits == 0)
        {
            ThrowHelper.InvalidData("a decimal with fraction digits", "no fraction digits", address);
        }

        return fractionDigits;
    }

    /// <summary>Gets the mantissa size of a decimal in the short form.</summary>
    /// <returns>The number of fraction digits.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadShortHead(byte tag, out int size)
    {
        var form = tag - Tag.ShortDecimal;
        size = (form & (ShortSizes - 1)) + 1;
        return (form / ShortSizes) + 1;
    }

    /// <summary>Decodes a zigzag-encoded integer.</summary>
    public static long FromZigzag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);
}
