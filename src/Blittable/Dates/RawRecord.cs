using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary>The 16 bytes of RAW_FULL: a <see cref="Timestamp"/> as it lies in memory, little-endian.</summary>
internal static class RawRecord
{
    public const int Length = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(in Timestamp value, Span<byte> destination)
    {
        if (BitConverter.IsLittleEndian)
        {
            MemoryMarshal.Write(destination, in value);
            return;
        }

        BinaryPrimitives.WriteInt64LittleEndian(destination, value.UnixSeconds);
        BinaryPrimitives.WriteUInt32LittleEndian(destination[8..], value.Nanoseconds);
        BinaryPrimitives.WriteInt16LittleEndian(destination[12..], value.OffsetMinutes);
        BinaryPrimitives.WriteUInt16LittleEndian(destination[14..], value.ZoneIndex);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp Read(ReadOnlySpan<byte> source) => BitConverter.IsLittleEndian
        ? MemoryMarshal.Read<Timestamp>(source)
        : new Timestamp(
            BinaryPrimitives.ReadInt64LittleEndian(source),
            BinaryPrimitives.ReadUInt32LittleEndian(source[8..]),
            BinaryPrimitives.ReadInt16LittleEndian(source[12..]),
            BinaryPrimitives.ReadUInt16LittleEndian(source[14..]));
}
