using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Encodes and decodes the RAW schemas: a fixed header, then the record in its memory layout.</summary>
internal static class RawCodec
{
    /// <summary>The length of a full record with its header, <c>d8 type</c>.</summary>
    public const int RecordLength = 2 + RawRecord.Length;

    /// <summary>The length of the seconds with their header, <c>d7 type</c>.</summary>
    public const int SecondsLength = 2 + sizeof(long);

    /// <summary>The header byte of an 8-byte payload.</summary>
    public const byte Fixed8 = 0xd7;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeRecord(in Timestamp value, Span<byte> destination, sbyte type)
    {
        if (destination.Length < RecordLength)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        BinaryPrimitives.WriteUInt16LittleEndian(destination, RecordHeader(type));
        RawRecord.Write(value, destination[2..]);
        return RecordLength;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeSeconds(in Timestamp value, Span<byte> destination, sbyte type)
    {
        if (destination.Length < SecondsLength)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        BinaryPrimitives.WriteUInt16LittleEndian(destination, SecondsHeader(type));
        BinaryPrimitives.WriteInt64LittleEndian(destination[2..], value.UnixSeconds);
        return SecondsLength;
    }

    /// <summary>Returns the header <c>d8 type</c> as a little-endian number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort RecordHeader(sbyte type) => (ushort)(ExtensionHeader.Fixed16 | ((byte)type << 8));

    /// <summary>Returns the header <c>d7 type</c> as a little-endian number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort SecondsHeader(sbyte type) => (ushort)(Fixed8 | ((byte)type << 8));

    /// <summary>Decodes a record with any header and rejects invalid records.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static FieldsCodec.Result Decode(ReadOnlySpan<byte> source, sbyte type, bool isSecondsAllowed)
    {
        var status = ExtensionHeader.Read(source, type, out var payload, out var consumed);
        if (status != DateStatus.Ok)
        {
            return new(status);
        }

        return payload.Length switch
        {
            RawRecord.Length => new(DateStatus.Ok, RawRecord.Read(payload), consumed),
            sizeof(long) when isSecondsAllowed => new(DateStatus.Ok, new(BinaryPrimitives.ReadInt64LittleEndian(payload)), consumed),
            _ => new(DateStatus.Malformed),
        };
    }
}
