using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Encodes and decodes the most common shapes of dates in whole words. <see cref="FieldsCodec"/> handles all other shapes.</summary>
/// <remarks>
/// <para>The MP and TNT schemas store integers in their shortest form, so the shape of a record depends on the data. Properties that a whole column shares (a
/// fraction, an offset, a time) are branches, the most common first. Properties that vary between records are computed, because a branch would be mispredicted.
/// Examples are the length of an offset or a zone index (one, two or three bytes) and a payload of 16 bytes.</para>
/// <para>A <i>full</i> record has all fields and 32-bit nanoseconds. The <i>middle</i> between seconds and nanoseconds contains offset and zone index, 2 to 6
/// bytes.</para>
/// <para>Words are little-endian. The entry points check <see cref="BitConverter.IsLittleEndian"/>, and callers ensure <see cref="DateCodec.MaxLength"/> bytes
/// of room.</para>
/// </remarks>
internal static partial class DateKernel
{
    private const int SecondsLength = 5;
    private const int NanosecondsLength = 5;
    private const int FixedLength = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load64(ref byte source, nint offset = 0) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Load32BigEndian(ref byte source, nint offset) =>
        BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, offset)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store64(ref byte destination, ulong word, nint offset = 0) =>
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, offset), word);

    /// <summary>Returns the bytes <c>tag, number</c> as a word. The number is big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Tagged32(byte tag, uint number) => tag | ((ulong)BinaryPrimitives.ReverseEndianness(number) << 8);

    /// <summary>Returns the bytes <c>tag, number</c> as a word. The number is big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Tagged16(byte tag, uint number) => tag | ((uint)BinaryPrimitives.ReverseEndianness((ushort)number) << 8);
}
