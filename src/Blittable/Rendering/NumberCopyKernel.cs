using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <summary>Copies the most common number texts: an optional sign, digits and an optional fraction. Checks them with bit masks of one bit per
/// character.</summary>
internal static unsafe class NumberCopyKernel
{
    /// <summary>Copies a text of at most <see cref="Tag.MaxShortNumberText"/> bytes if it is such a number. Needs space for 32 bytes.</summary>
    /// <returns>False if the text is anything else, such as a number with an exponent, or too close to the end of readable memory.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryCopyPlain(byte* to, byte* text, int length, byte* readableEnd)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return false;
        }

        return text + Vector256<byte>.Count <= readableEnd
            ? TryStore(to, Vector256.Load(text), text, length)
            : TryCopyExact(to, text, length, readableEnd);
    }

    /// <summary>Copies a text near the end of readable memory without reading past it. Small documents with a dictionary often have such texts.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryCopyExact(byte* to, byte* text, int length, byte* readableEnd)
    {
        return text + Math.Max(length, 1) <= readableEnd && TryStore(to, PartKernel.Load256(text, length), text, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryStore(byte* to, Vector256<byte> characters, byte* text, int length)
    {
        characters.Store(to);
        var digits = ByteMaskKernel.Of(Vector256.LessThanOrEqual(characters - Vector256.Create((byte)'0'), Vector256.Create((byte)9)));
        var points = ByteMaskKernel.Of(Vector256.Equals(characters, Vector256.Create((byte)'.')));
        return IsPlain(digits, points, (1u << length) - 1, text[0] == '-' ? 1 : 0, text);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsPlain(uint digits, uint points, uint all, int sign, byte* text)
    {
        var point = points & all;
        var number = all & ~(uint)sign;
        var starts = 1u << sign;

        // All characters are digits except for one decimal point, which has digits on either side. No digit follows a leading zero.
        var isNumber = ((digits | points) & number) == number
            && (point & (point - 1)) == 0
            && (digits & starts & all) != 0
            && (point & ~(all >> 1)) == 0;
        return isNumber && (text[sign] != '0' || (digits & (starts << 1) & all) == 0);
    }
}
