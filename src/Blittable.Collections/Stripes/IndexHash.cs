using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Blittable.Collections.Numbers;
using Blittable.Dates;

namespace Blittable.Collections.Stripes;

/// <summary>Computes the hashes of scalars stored in filters and indexes. Equal values have equal hashes, regardless of how they are encoded.</summary>
/// <remarks>Each word is folded in with a full multiplication (after wyhash, public domain). The hash is part of the file format and has no seed. Deliberate
/// collisions cost time but do not affect results, because each match is verified.</remarks>
internal static class IndexHash
{
    private const ulong First = 0xA0761D6478BD642F;
    private const ulong Second = 0xE7037ED1A0B428DB;

    /// <summary>Hashes a number. Trailing zeros of the fraction are ignored.</summary>
    public static ulong Of(long mantissa, int scale = 0)
    {
        for (; scale > 0 && mantissa % 10 == 0; scale--)
        {
            mantissa /= 10;
        }

        return Fold(Fold((ulong)mantissa ^ First) + (ulong)scale);
    }

    /// <summary>Hashes a number of any size: as a mantissa and a scale if it fits in 64 bits.</summary>
    public static ulong Of(in ExactNumber number)
    {
        if (number.TryGetInteger(out var integer))
        {
            return Of(integer);
        }

        if (number.IsSmall)
        {
            var (mantissa, exponent) = number.Stripped();
            return exponent <= 0 ? Of(mantissa, -exponent) : Fold(Of(mantissa) + (ulong)exponent);
        }

        var (digits, power) = number.Parts();
        return Fold(Of(digits.ToByteArray()) ^ Of(power.ToByteArray()));
    }

    /// <summary>Hashes an instant, regardless of its offset and unit.</summary>
    public static ulong Of(in Timestamp value) => Fold(unchecked((ulong)(long)DateUnit.Count(value, DateUnit.Nanoseconds)));

    /// <summary>Hashes a string.</summary>
    public static ulong Of(ReadOnlySpan<byte> utf8)
    {
        var hash = Second ^ (ulong)utf8.Length;
        var words = MemoryMarshal.Cast<byte, ulong>(utf8);
        foreach (var word in words)
        {
            hash = Fold(hash ^ (BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word)));
        }

        return Fold(hash ^ Rest(utf8));
    }

    /// <summary>Returns the bytes after the last whole word, the first of them in the highest position.</summary>
    private static ulong Rest(ReadOnlySpan<byte> utf8)
    {
        var length = utf8.Length % sizeof(ulong);
        if (utf8.Length >= sizeof(ulong))
        {
            return BinaryPrimitives.ReadUInt64BigEndian(utf8[^sizeof(ulong)..]) & ~(ulong.MaxValue << (8 * length));
        }

        if (length >= sizeof(uint))
        {
            var first = (ulong)BinaryPrimitives.ReadUInt32BigEndian(utf8);
            return (first << (8 * (length - sizeof(uint)))) | BinaryPrimitives.ReadUInt32BigEndian(utf8[^sizeof(uint)..]);
        }

        ulong rest = 0;
        foreach (var value in utf8)
        {
            rest = (rest << 8) | value;
        }

        return rest;
    }

    private static ulong Fold(ulong value)
    {
        var high = Math.BigMul(value ^ First, Second, out var low);
        return high ^ low;
    }
}
