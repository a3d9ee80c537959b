using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Dates;

namespace Blittable.Json;

/// <summary>Dates and times of day as text, each from one number whose decimal digits are those of its fields.</summary>
internal static unsafe class DateTextKernel
{
    private const ulong Hyphens = (ulong)'-' << 32 | (ulong)'-' << 56;
    private const ulong Colons = (ulong)':' << 24 | (ulong)':' << 48;

    /// <summary>Writes <c>YYYY-MM-DD</c> and returns where it ends.</summary>
    /// <param name="to">Where it goes.</param>
    /// <param name="days">Days since 1970, from <see cref="CivilDate.MinDay"/> to <see cref="CivilDate.MaxDay"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteDate(byte* to, int days)
    {
        CivilDate.FromDays(days, out var year, out var month, out var day);
        var digits = DigitWriterKernel.EightCharacters((year * 10_000) + (month * 100) + day);
        Store(to, (digits & uint.MaxValue) | ((digits >> 32 & ushort.MaxValue) << 40) | Hyphens);
        to[8] = (byte)(digits >> 48);
        to[9] = (byte)(digits >> 56);
        return to + 10;
    }

    /// <summary>Writes <c>THH:MM:SS</c> and returns where it ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* WriteTime(byte* to, char separator, uint secondOfDay)
    {
        var (minutes, second) = Math.DivRem(secondOfDay, 60);
        var (hour, minute) = Math.DivRem(minutes, 60);
        var digits = DigitWriterKernel.EightCharacters((hour * 10_000) + (minute * 100) + second);
        Store(to, separator | ((digits >> 16 & ushort.MaxValue) << 8) | ((digits >> 32 & ushort.MaxValue) << 32) | (digits >> 48 << 56) | Colons);
        to[8] = (byte)(digits >> 56);
        return to + 9;
    }

    private static void Store(byte* to, ulong characters) =>
        Unsafe.WriteUnaligned(to, BitConverter.IsLittleEndian ? characters : BinaryPrimitives.ReverseEndianness(characters));
}
