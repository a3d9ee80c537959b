using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Converts numbers below 100 to two ASCII digits.</summary>
internal static class DigitPairs
{
    /// <summary>The number of digits in a pair.</summary>
    public const int Length = 2;

    /// <summary>Gets the digits of the numbers from 0 to 99.</summary>
    private static ReadOnlySpan<byte> Digits =>
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869"u8 +
        "707172737475767778798081828384858687888990919293949596979899"u8;

    /// <summary>Returns the digits of a number below 100, with the first digit in the low byte, which a little-endian store writes first.</summary>
    public static ushort Of(uint number) => BinaryPrimitives.ReadUInt16LittleEndian(Digits[(Length * (int)number)..]);

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
