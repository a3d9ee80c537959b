using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>The 16 bytes of RAW_FULL: a <see cref="Timestamp"/> as it lies in memory, little-endian.</summary>
internal static class RawRecord
{
    public const int Length = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(in Timestamp value, Span<byte> destination)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(destination[sizeof(long)..], value.Rest);
        BinaryPrimitives.WriteInt64LittleEndian(destination, value.UnixSeconds);
    }

    /// <summary>Reads a record, in two words as it was written: one load of 16 bytes would wait until both stores are done.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp Read(ReadOnlySpan<byte> source)
    {
        var rest = BinaryPrimitives.ReadUInt64LittleEndian(source[sizeof(long)..]);
        return new Timestamp(BinaryPrimitives.ReadInt64LittleEndian(source), rest);
    }
}
