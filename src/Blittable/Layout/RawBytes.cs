using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Layout;

/// <summary>
/// Reads little-endian integers and spans at any offset. Each access is checked once against the length of the bytes.
/// </summary>
/// <remarks>
/// Offsets from damaged bytes can have any value. An access outside the bytes throws <see cref="BlittableErrorCode.InvalidData"/>, never another
/// exception.
/// </remarks>
internal static class RawBytes
{
    /// <summary>The maximum length that is compared inline, without a call.</summary>
    private const int MaxInline = 32;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte ReadByte(ReadOnlySpan<byte> bytes, int offset)
    {
        if ((uint)offset >= (uint)bytes.Length)
        {
            ThrowHelper.PastTheEnd(offset, 1);
        }

        return Unsafe.Add(ref MemoryMarshal.GetReference(bytes), (nint)(uint)offset);
    }

    /// <summary>Returns the tag at an address, or <see cref="Tag.None"/> outside the bytes, as for a default <see cref="BlittableValue"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte ReadTag(ReadOnlySpan<byte> bytes, int address) =>
        (uint)address < (uint)bytes.Length ? Unsafe.Add(ref MemoryMarshal.GetReference(bytes), (nint)(uint)address) : Tag.None;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort ReadUInt16(ReadOnlySpan<byte> bytes, int offset)
    {
        var value = Unsafe.ReadUnaligned<ushort>(ref At(bytes, offset, sizeof(ushort)));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ReadUInt32(ReadOnlySpan<byte> bytes, int offset)
    {
        var value = Unsafe.ReadUnaligned<uint>(ref At(bytes, offset, sizeof(uint)));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ReadUInt64(ReadOnlySpan<byte> bytes, int offset)
    {
        var value = Unsafe.ReadUnaligned<ulong>(ref At(bytes, offset, sizeof(ulong)));
        return BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);
    }

    /// <summary>Reads an unsigned integer of <paramref name="size"/> bytes, 1 to 8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ReadUInt(ReadOnlySpan<byte> bytes, int offset, int size)
    {
        Debug.Assert(size is >= 1 and <= sizeof(ulong), "The mask for zero bytes would equal the mask for eight.");
        return Fits(bytes, offset, sizeof(ulong))
            ? ReadUInt64(bytes, offset) & (ulong.MaxValue >> (64 - (8 * size)))
            : ReadNearEnd(bytes, offset, size);
    }

    /// <summary>Reads an unsigned integer of <paramref name="size"/> bytes, 1 to 4.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ReadUpTo32(ReadOnlySpan<byte> bytes, int offset, int size) => ReadBits(bytes, offset, 8 * size);

    /// <summary>Reads an unsigned integer of 8, 16, 24 or 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ReadBits(ReadOnlySpan<byte> bytes, int offset, int bits) =>
        Fits(bytes, offset, sizeof(uint))
            ? LowBits(ReadUInt32(bytes, offset), bits)
            : (uint)ReadNearEnd(bytes, offset, bits >> 3);

    /// <summary>Returns the lowest bits of a word, up to all 32. Every property and element read needs it, so it uses one instruction if available.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LowBits(uint word, int bits) => Bmi2.IsSupported ? Bmi2.ZeroHighBits(word, (uint)bits) : (uint)(word & ((1UL << bits) - 1));

    /// <summary>Returns the lowest bits of a word, from none to all 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong LowBits(ulong word, byte bits) =>
        Bmi2.X64.IsSupported ? Bmi2.X64.ZeroHighBits(word, bits) : word & ((1UL << (bits >> 1) << (bits - (bits >> 1))) - 1);

    /// <summary>Determines whether <paramref name="length"/> bytes exist at an offset.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Fits(ReadOnlySpan<byte> bytes, int offset, int length) => (ulong)(uint)offset + (uint)length <= (uint)bytes.Length;

    /// <summary>Reads a varint and advances the offset past it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ReadVarint(ReadOnlySpan<byte> bytes, ref int offset)
    {
        if (!Varint.TryRead(bytes, ref offset, out var value))
        {
            ThrowHelper.PastTheEnd(offset, 1);
        }

        return value;
    }

    /// <summary>Reads a length and as many bytes, and advances the offset past them.</summary>
    public static ReadOnlySpan<byte> ReadRun(ReadOnlySpan<byte> bytes, scoped ref int offset)
    {
        var length = ReadVarint(bytes, ref offset);
        var run = Slice(bytes, offset, length);
        offset += run.Length;
        return run;
    }

    /// <summary>Returns <paramref name="length"/> bytes at an offset.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> Slice(ReadOnlySpan<byte> bytes, int offset, uint length) =>
        MemoryMarshal.CreateReadOnlySpan(ref At(bytes, offset, length), (int)length);

    /// <summary>Gets the bytes between two offsets. Returns false if they are outside the bytes or in the wrong order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TrySlice(ReadOnlySpan<byte> bytes, uint start, uint end, out ReadOnlySpan<byte> run)
    {
        if (start > end || end > (uint)bytes.Length)
        {
            run = default;
            return false;
        }

        run = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetReference(bytes), (nint)start), (int)(end - start));
        return true;
    }

    /// <summary>Returns the bytes from an offset to the end.</summary>
    public static ReadOnlySpan<byte> From(ReadOnlySpan<byte> bytes, int offset) => Slice(bytes, offset, (uint)(bytes.Length - offset));

    /// <summary>Determines whether two spans are equal. Names and most strings are short and are compared with a few overlapping loads.</summary>
    /// <remarks>If the right operand is a literal, its length is a constant, and the compiler removes the branches on it.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreEqual(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) =>
        left.Length == right.Length
        && (right.Length <= MaxInline
            ? AreEqual(ref MemoryMarshal.GetReference(left), ref MemoryMarshal.GetReference(right), (uint)right.Length)
            : left.SequenceEqual(right));

    /// <summary>Determines whether bytes are equal, without bounds checks. Makes no calls, so callers can hold their variables in registers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreEqual(ref byte left, ref byte right, uint length)
    {
        Debug.Assert(length <= int.MaxValue, "The runs are located in spans.");
        nint last = (nint)length;
        if (length >= sizeof(ulong))
        {
            last -= sizeof(ulong);
            if (length <= 2 * sizeof(ulong))
            {
                return ((Load64(ref left, 0) ^ Load64(ref right, 0)) | (Load64(ref left, last) ^ Load64(ref right, last))) == 0;
            }

            for (nint i = 0; i < last; i += sizeof(ulong))
            {
                if (Load64(ref left, i) != Load64(ref right, i))
                {
                    return false;
                }
            }

            return Load64(ref left, last) == Load64(ref right, last);
        }

        if (length >= sizeof(uint))
        {
            last -= sizeof(uint);
            return ((Load32(ref left, 0) ^ Load32(ref right, 0)) | (Load32(ref left, last) ^ Load32(ref right, last))) == 0;
        }

        // Up to three bytes are completely covered by the first, the middle and the last.
        return length == 0
            || (left == right && Unsafe.Add(ref left, last >> 1) == Unsafe.Add(ref right, last >> 1)
                && Unsafe.Add(ref left, last - 1) == Unsafe.Add(ref right, last - 1));
    }

    private static ulong Load64(ref byte start, nint offset) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, offset));

    private static uint Load32(ref byte start, nint offset) => Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, offset));

    /// <summary>Returns a reference to bytes after the only bounds check of every load.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte At(ReadOnlySpan<byte> bytes, int offset, uint length)
    {
        if ((ulong)(uint)offset + length > (uint)bytes.Length)
        {
            ThrowHelper.PastTheEnd(offset, length);
        }

        return ref Unsafe.Add(ref MemoryMarshal.GetReference(bytes), (nint)(uint)offset);
    }

    /// <summary>Reads an integer in the last few bytes of a document, where a wider load does not fit.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong ReadNearEnd(ReadOnlySpan<byte> bytes, int offset, int size)
    {
        ulong value = 0;
        var run = Slice(bytes, offset, (uint)size);
        for (var i = 0; i < run.Length; i++)
        {
            value |= (ulong)run[i] << (8 * i);
        }

        return value;
    }
}
