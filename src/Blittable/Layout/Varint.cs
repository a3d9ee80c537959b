using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Unsigned integers below 2^32 in 1 to 5 bytes: seven bits a byte, lowest first, the top bit set on all but the last.</summary>
/// <remarks>
/// The trailer is read from its end, so there the bytes stand in the opposite order: the lowest seven bits last.
/// </remarks>
internal static class Varint
{
    public const int MaxLength = 5;

    /// <summary>The largest value that takes one byte.</summary>
    public const int MaxOneByte = 0x7F;

    /// <summary>The largest value that takes two bytes.</summary>
    public const int MaxTwoBytes = 0x3FFF;

    /// <summary>Bytes that <paramref name="value"/> takes.</summary>
    public static int Length(uint value) => (9 * System.Numerics.BitOperations.Log2(value | 1) + 73) >> 6;

    /// <summary>Writes forwards; <paramref name="destination"/> must have room for <see cref="Length"/> bytes.</summary>
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

    /// <summary>Writes in the trailer's order, to be read from its last byte.</summary>
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

    /// <summary>Reads forwards from <paramref name="offset"/> and moves it past the value; false if the bytes end or the value passes 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ReadOnlySpan<byte> bytes, ref int offset, out uint value)
    {
        if ((uint)offset < (uint)bytes.Length && bytes[offset] < 0x80)
        {
            value = bytes[offset++];
            return true;
        }

        // What has its address taken lives in memory. So that is copies, and the caller's own variables stay in registers.
        var next = offset;
        var isValid = TryReadLong(bytes, ref next, out var sum);
        offset = next;
        value = sum;
        return isValid;
    }

    /// <summary>Reads backwards: <paramref name="end"/> is the offset after the value's last byte, and becomes that of its first.</summary>
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

        var next = end;
        var isValid = TryReadBackwardLong(bytes, ref next, out var sum);
        end = next;
        value = sum;
        return isValid;
    }

    private static bool TryReadBackwardLong(ReadOnlySpan<byte> bytes, ref int end, out uint value)
    {
        ulong sum = 0;
        for (var shift = 0; shift < 7 * MaxLength && (uint)(end - 1) < (uint)bytes.Length; shift += 7)
        {
            var next = bytes[--end];
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

    private static bool TryReadLong(ReadOnlySpan<byte> bytes, ref int offset, out uint value)
    {
        ulong sum = 0;
        for (var shift = 0; shift < 7 * MaxLength && (uint)offset < (uint)bytes.Length; shift += 7)
        {
            var next = bytes[offset++];
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
