using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Converts numbers below 100 to two ASCII digits.</summary>
internal static class DigitPairs
{
    /// <summary>The number of digits in a pair.</summary>
    public const int Length = 2;

    /// <summary>Gets the pairs, with the first digit in the low byte, which a little-endian store writes first.</summary>
    private static ReadOnlySpan<ushort> Pairs =>
    [
        0x3030, 0x3130, 0x3230, 0x3330, 0x3430, 0x3530, 0x3630, 0x3730, 0x3830, 0x3930,
        0x3031, 0x3131, 0x3231, 0x3331, 0x3431, 0x3531, 0x3631, 0x3731, 0x3831, 0x3931,
        0x3032, 0x3132, 0x3232, 0x3332, 0x3432, 0x3532, 0x3632, 0x3732, 0x3832, 0x3932,
        0x3033, 0x3133, 0x3233, 0x3333, 0x3433, 0x3533, 0x3633, 0x3733, 0x3833, 0x3933,
        0x3034, 0x3134, 0x3234, 0x3334, 0x3434, 0x3534, 0x3634, 0x3734, 0x3834, 0x3934,
        0x3035, 0x3135, 0x3235, 0x3335, 0x3435, 0x3535, 0x3635, 0x3735, 0x3835, 0x3935,
        0x3036, 0x3136, 0x3236, 0x3336, 0x3436, 0x3536, 0x3636, 0x3736, 0x3836, 0x3936,
        0x3037, 0x3137, 0x3237, 0x3337, 0x3437, 0x3537, 0x3637, 0x3737, 0x3837, 0x3937,
        0x3038, 0x3138, 0x3238, 0x3338, 0x3438, 0x3538, 0x3638, 0x3738, 0x3838, 0x3938,
        0x3039, 0x3139, 0x3239, 0x3339, 0x3439, 0x3539, 0x3639, 0x3739, 0x3839, 0x3939,
    ];

    /// <summary>Returns the digits of a number below 100, with the first digit in the low byte.</summary>
    public static ushort Of(uint number) => Pairs[(int)number];

    /// <summary>Fills the destination with the last digits of a number, padded with leading zeros, and returns the remaining number.</summary>
    /// <typeparam name="TCharacter"><see cref="byte"/> or <see cref="char"/>.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Write<TCharacter>(Span<TCharacter> destination, ulong value)
        where TCharacter : unmanaged, IBinaryInteger<TCharacter>
    {
        var end = destination.Length;
        while (end >= Length)
        {
            (value, var pair) = Math.DivRem(value, 100);
            var digits = Of((uint)pair);
            destination[--end] = TCharacter.CreateTruncating(digits >> 8);
            destination[--end] = TCharacter.CreateTruncating((byte)digits);
        }

        if (end > 0)
        {
            (value, var digit) = Math.DivRem(value, 10);
            destination[0] = TCharacter.CreateTruncating('0' + digit);
        }

        return value;
    }
}

/// <summary>Converts numbers to eight digits at a time. A number is split into fours, pairs and digits, in all lanes of a word at once.</summary>
internal static class DigitWord
{
    private const ulong AsciiZeros = 0x3030303030303030;

    /// <summary>Returns the digits of a number below 10^8 as ASCII characters, with the first digit in the lowest byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Characters(uint value) => Split(value) | AsciiZeros;

    /// <summary>Returns the digits of a number below 10^8 as bytes 0 to 9, with the first digit in the lowest byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Split(uint value)
    {
        const ulong four = (10_000UL << 32) - 1;
        return SplitFours(((ulong)value << 32) - four * (value / 10_000));
    }

    /// <summary>Returns the digits of two four-digit numbers. The digits of the lower number are in the lower half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong SplitFours(ulong fours)
    {
        const ulong two = (100UL << 16) - 1, one = (10UL << 8) - 1;
        var hundreds = ((fours * 10486) >> 20) & 0x0000_007F_0000_007F;
        var pairs = (fours << 16) - two * hundreds;
        var tens = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
        return (pairs << 8) - one * tens;
    }
}
