using System.Runtime.CompilerServices;

namespace Blittable.Layout;

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
