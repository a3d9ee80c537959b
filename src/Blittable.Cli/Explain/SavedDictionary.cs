using System.Buffers.Binary;
using System.IO.Compression;
using System.Numerics;

namespace Blittable.Cli;

/// <summary>Writes a saved dictionary without compression, for readers without Brotli such as browsers.</summary>
/// <remarks>
/// docs/FORMAT.md defines the layout: magic (4), format (1), id (16), from (varint), hash (16 unless from is 0), count (varint), length (varint),
/// packed (varint), changes, CRC-32C (4).
/// </remarks>
internal static class SavedDictionary
{
    private const int IdEnd = 21;

    /// <summary>Decompresses the changes of a whole dictionary written by <see cref="BlittableDictionary.Save()"/>.</summary>
    public static byte[] WithoutCompression(ReadOnlySpan<byte> saved)
    {
        var at = IdEnd + 1; // A whole dictionary continues from version 0, which is one byte, and has no hash of it.
        ReadVarint(saved, ref at);
        var length = ReadVarint(saved, ref at);
        var head = saved[..at];
        var packed = ReadVarint(saved, ref at);
        if (packed == length)
        {
            return saved.ToArray();
        }

        var changes = new byte[length];
        if (!BrotliDecoder.TryDecompress(saved.Slice(at, packed), changes, out var written) || written != length)
        {
            throw new BlittableException(BlittableErrorCode.InvalidData, "The changes of the dictionary cannot be decompressed.", at);
        }

        using var output = new MemoryStream();
        output.Write(head);
        WriteVarint(output, length);
        output.Write(changes);
        Span<byte> checksum = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(checksum, Crc32C(output.ToArray()));
        output.Write(checksum);
        return output.ToArray();
    }

    private static int ReadVarint(ReadOnlySpan<byte> bytes, ref int at)
    {
        var value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var next = bytes[at++];
            value |= (next & 0x7F) << shift;
            if (next < 0x80)
            {
                return value;
            }
        }
    }

    private static void WriteVarint(MemoryStream output, int value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            output.WriteByte((byte)(value | 0x80));
        }

        output.WriteByte((byte)value);
    }

    private static uint Crc32C(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        foreach (var next in bytes)
        {
            crc = BitOperations.Crc32C(crc, next);
        }

        return ~crc;
    }
}
