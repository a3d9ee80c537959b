using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>The digits of numbers, eight at a time: numbers are split into fours, fours into pairs, pairs into digits, all lanes of a word at once.</summary>
internal static class DigitWord
{
    private const ulong AsciiZeros = 0x3030303030303030;

    /// <summary>The digits of a number below 10^8 as characters, the first one in the lowest byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Characters(uint value) => Split(value) | AsciiZeros;

    /// <summary>The same as numbers. The factors are reciprocals: 10486 / 2^20 of 100, 103 / 2^10 of 10.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Split(uint value)
    {
        const ulong four = (10_000UL << 32) - 1;
        return SplitFours(((ulong)value << 32) - four * (value / 10_000));
    }

    /// <summary>The digits of two numbers of four, those of the lower one in the lower half.</summary>
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
