using System.Buffers.Binary;

namespace Blittable.Format;

/// <summary>A 64-bit hash of bytes under a secret seed: multiply, fold the 128-bit product, eight bytes a step (the construction of wyhash).</summary>
internal static class SeededHash
{
    private const ulong OddA = 0x9E3779B97F4A7C15, OddB = 0xD6E8FEB86659FD93;

    public static ulong Of(ReadOnlySpan<byte> bytes, ulong seed)
    {
        var hash = Fold(seed ^ OddA, (ulong)bytes.Length ^ OddB);
        while (bytes.Length > 16)
        {
            hash = Fold(BinaryPrimitives.ReadUInt64LittleEndian(bytes) ^ OddA ^ hash, BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]) ^ OddB);
            bytes = bytes[16..];
        }

        ulong low, high;
        if (bytes.Length >= 8)
        {
            low = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
            high = BinaryPrimitives.ReadUInt64LittleEndian(bytes[^8..]);
        }
        else if (bytes.Length >= 4)
        {
            low = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
            high = BinaryPrimitives.ReadUInt32LittleEndian(bytes[^4..]);
        }
        else
        {
            low = bytes.IsEmpty ? 0UL : bytes[0] | (ulong)bytes[bytes.Length >> 1] << 8 | (ulong)bytes[^1] << 16;
            high = 0;
        }

        return Fold(low ^ OddA ^ hash, high ^ OddB ^ seed);
    }

    /// <summary>Mixes two words into one.</summary>
    public static ulong Fold(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }
}
