using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>The shapes that dates take most, encoded and decoded in whole words; all other shapes go to <see cref="FieldsCodec"/>.</summary>
/// <remarks>
/// <para>The MP and TNT schemas cut an integer to its shortest form, so a record's shape is data. What is the same for a whole column (is there a fraction,
/// an offset, a time?) is a branch, the commonest first; what changes from record to record (one, two or three bytes of an offset or a zone index,
/// a payload of 16 bytes or not) is arithmetic, because a branch would be guessed wrong.</para>
/// <para>A <i>full</i> record has all fields and nanoseconds of 32 bits, so they are found from its end; between them and the seconds
/// lies the <i>middle</i>: offset and zone index, 2 to 6 bytes.</para>
/// <para>Words are little-endian: callers ask <see cref="BitConverter.IsLittleEndian"/> first, and for <see cref="DateCodec.MaxLength"/> bytes of room.</para>
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

    /// <summary>The bytes <c>tag, number</c> as a word, the number big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Tagged32(byte tag, uint number) => tag | ((ulong)BinaryPrimitives.ReverseEndianness(number) << 8);

    /// <summary>The bytes <c>tag, number</c> as a word, the number big-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Tagged16(byte tag, uint number) => tag | ((uint)BinaryPrimitives.ReverseEndianness((ushort)number) << 8);
}
