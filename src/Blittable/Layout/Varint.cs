using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Reads and writes unsigned integers below 2^32 in 1 to 5 bytes. Each byte has seven bits, lowest first. The top bit is set in all but the last
/// byte.</summary>
/// <remarks>
/// The trailer is read from its end and therefore stores the bytes in reverse order, with the lowest seven bits last.
/// </remarks>
internal static class Varint
{
    public const int MaxLength = 5;

    /// <summary>The maximum value with a one-byte encoding.</summary>
    public const int MaxOneByte = 0x7F;

    /// <summary>The maximum value with a two-byte encoding.</summary>
    public const int MaxTwoBytes = 0x3FFF;

    /// <summary>Returns the size in bytes of the encoding of <paramref name="value"/>.</summary>
    public static int Length(uint value) => (9 * System.Numerics.BitOperations.Log2(value | 1) + 73) >> 6;

    /// <summary>Writes forward. <paramref name="destination"/> must have at least <see cref="Length"/> bytes. Returns the number of bytes written.</summary>
    public static int Write(Span<byte> destination, uint value)
    {
        var length = 0;
        while (value >= 0x80)
        {
            destination[length++] = (byte)(value | 0x80);
            value >>= 7;
        }

        destination[length++] = (byte)value;
        return length;
    }

    /// <summary>Writes in the order of the trailer, which is read from its last byte. Returns the number of bytes written.</summary>
    public static int WriteBackward(Span<byte> destination, uint value)
    {
        var length = Length(value);
        var at = length - 1;
        for (; at > 0; at--)
        {
            destination[at] = (byte)(value | 0x80);
            value >>= 7;
        }

        destination[at] = (byte)value;
        return length;
    }

    /// <summary>Reads forward and advances <paramref name="offset"/>. Returns false if the bytes end or the value exceeds 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ReadOnlySpan<byte> bytes, ref int offset, out uint value)
    {
        if ((uint)offset < (uint)bytes.Length && bytes[offset] < 0x80)
        {
            value = bytes[offset++];
            return true;
        }

        // Variables whose address is taken are held in memory. Passing copies leaves the caller's variables in registers.
        var next = offset;
        var isValid = TryReadLong(bytes, ref next, step: 1, out var sum);
        offset = next;
        value = sum;
        return isValid;
    }

    /// <summary>Reads backward. <paramref name="end"/> is the offset after the last byte, and receives the offset of the first byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadBackward(ReadOnlySpan<byte> bytes, ref int end, out uint value)
    {
        if ((uint)(end - 1) < (uint)bytes.Length && bytes[end - 1] < 0x80)
        {
            value = bytes[--end];
            return true;
        }

        if ((uint)(end - 2) < (uint)bytes.Length - 1 && bytes[end - 2] < 0x80)
        {
            value = (uint)((bytes[end - 1] & 0x7F) | (bytes[end - 2] << 7));
            end -= 2;
            return true;
        }

        var next = end - 1;
        var isValid = TryReadLong(bytes, ref next, step: -1, out var sum);
        end = next + 1;
        value = sum;
        return isValid;
    }

    private static bool TryReadLong(ReadOnlySpan<byte> bytes, ref int offset, int step, out uint value)
    {
        ulong sum = 0;
        for (var shift = 0; shift < 7 * MaxLength && (uint)offset < (uint)bytes.Length; shift += 7)
        {
            var next = bytes[offset];
            offset += step;
            sum |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                value = (uint)sum;
                return sum <= uint.MaxValue;
            }
        }

        value = 0;
        return false;
    }
}
