using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Reads and writes the 16 bytes of RAW_FULL: a <see cref="Timestamp"/> in its memory layout, little-endian.</summary>
internal static class RawRecord
{
    public const int Length = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(in Timestamp value, Span<byte> destination)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(destination[sizeof(long)..], value.Rest);
        BinaryPrimitives.WriteInt64LittleEndian(destination, value.UnixSeconds);
    }

    /// <summary>Reads a record in two words, as it was written. A single 16-byte load would have to wait for both stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp Read(ReadOnlySpan<byte> source)
    {
        var rest = BinaryPrimitives.ReadUInt64LittleEndian(source[sizeof(long)..]);
        return new Timestamp(BinaryPrimitives.ReadInt64LittleEndian(source), rest);
    }
}
