using System.Buffers.Binary;
using System.IO.Compression;
using Blittable.Layout;

namespace Blittable.Dictionaries;

/// <summary>Represents the serialized changes of a dictionary from one version to another. Changes from version 0 are the complete dictionary.</summary>
/// <remarks>
/// <code>
/// magic     FF 42 4C 44        FF is not a tag, so no document starts with these bytes; then "BLD"
/// format    u8                 1
/// id        16 bytes           of the dictionary, in the order of its text
/// from      varint             version that the changes are based on
/// [hash]    16 bytes           of that version, if it is not 0
/// count     varint             number of changes, one for each version
/// length    varint             uncompressed size of the changes
/// packed    varint             stored size of the changes; Brotli-compressed if less than length
/// changes   for each: length varint | change, see ChangeWriter
/// checksum  u32                CRC-32C of all preceding bytes
/// </code>
/// </remarks>
internal readonly ref struct DictionaryFile
{
    private const byte Format = 1;
    private const int HashSize = 16, ChecksumSize = sizeof(uint);
    private const int BrotliQuality = 11, BrotliWindow = 22;

    /// <summary>The maximum compression ratio, and the uncompressed size that is always accepted.</summary>
    private const int MaxUnpacking = 256, AlwaysUnpacked = 1 << 16;

    private static ReadOnlySpan<byte> Magic => [0xFF, (byte)'B', (byte)'L', (byte)'D'];

    private DictionaryFile(Guid id, int from, UInt128 hash, int count, ReadOnlySpan<byte> changes)
    {
        Id = id;
        From = from;
        Hash = hash;
        Count = count;
        Changes = changes;
    }

    public Guid Id { get; }

    /// <summary>Gets the version that the changes are based on.</summary>
    public int From { get; }

    /// <summary>Gets the hash of that version, or 0 for version 0, whose hash is the id.</summary>
    public UInt128 Hash { get; }

    /// <summary>Gets the number of changes.</summary>
    public int Count { get; }

    /// <summary>Gets the changes, each preceded by its length.</summary>
    public ReadOnlySpan<byte> Changes { get; }

    /// <summary>Writes the changes of a dictionary since a version.</summary>
    public static byte[] Write(Guid id, DictionaryStore store, int from)
    {
        var to = store.Published.Version;
        var writer = new ChangeWriter();
        for (var version = from + 1; version <= to; version++)
        {
            writer.Text(store.Change(version));
        }

        var changes = writer.Written;
        var packed = new byte[changes.Length];
        int packedLength;

        // Brotli is not available in browsers.
        if (OperatingSystem.IsBrowser()
            || !BrotliEncoder.TryCompress(changes, packed, out packedLength, BrotliQuality, BrotliWindow)
            || packedLength >= changes.Length
            || changes.Length > MaxUnpacked(packedLength))
        {
            changes.CopyTo(packed);
            packedLength = changes.Length;
        }

        Span<byte> head = stackalloc byte[Magic.Length + 1 + HashSize + Varint.MaxLength + HashSize + (3 * Varint.MaxLength)];
        Magic.CopyTo(head);
        head[Magic.Length] = Format;
        var length = Magic.Length + 1;
        id.TryWriteBytes(head[length..], bigEndian: true, out var idLength);
        length += idLength;
        length += Varint.Write(head[length..], (uint)from);
        if (from > 0)
        {
            BinaryPrimitives.WriteUInt128LittleEndian(head[length..], store.Hash(from));
            length += HashSize;
        }

        length += Varint.Write(head[length..], (uint)(to - from));
        length += Varint.Write(head[length..], (uint)changes.Length);
        length += Varint.Write(head[length..], (uint)packedLength);
        var file = new byte[length + packedLength + ChecksumSize];
        head[..length].CopyTo(file);
        packed.AsSpan(0, packedLength).CopyTo(file.AsSpan(length));
        BinaryPrimitives.WriteUInt32LittleEndian(file.AsSpan(length + packedLength), Crc32C.Compute(file.AsSpan(0, length + packedLength)));
        return file;
    }

    /// <summary>Reads the complete output of <see cref="Write"/>, without further bytes.</summary>
    /// <exception cref="BlittableException">The bytes have an unknown format, or are damaged.</exception>
    public static DictionaryFile Read(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.StartsWith(Magic) || bytes.Length <= Magic.Length + ChecksumSize)
        {
            ThrowHelper.InvalidData("a dictionary", $"{bytes.Length} bytes without the dictionary signature", 0);
        }

        if (bytes[Magic.Length] != Format)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion,
                $"The dictionary has format {bytes[Magic.Length]}; this library supports format {Format}.",
                Magic.Length);
        }

        var content = bytes[..^ChecksumSize];
        if (Crc32C.Compute(content) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[content.Length..]))
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidData, $"The dictionary is damaged: the checksum at byte {content.Length} does not match.", content.Length);
        }

        var offset = Magic.Length + 1;
        var id = new Guid(RawBytes.Slice(content, offset, HashSize), bigEndian: true);
        offset += HashSize;
        var from = RawBytes.ReadVarint(content, ref offset);
        UInt128 hash = 0;
        if (from > 0)
        {
            hash = BinaryPrimitives.ReadUInt128LittleEndian(RawBytes.Slice(content, offset, HashSize));
            offset += HashSize;
        }

        var count = RawBytes.ReadVarint(content, ref offset);
        var length = RawBytes.ReadVarint(content, ref offset);
        var packedLength = RawBytes.ReadVarint(content, ref offset);
        var packed = RawBytes.Slice(content, offset, packedLength);
        if (offset + packed.Length != content.Length
            || length > Math.Min(DictionaryStore.MaxLength, MaxUnpacked(packed.Length))
            || packedLength > length
            || from > int.MaxValue - count)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidData,
                $"The dictionary is damaged: the lengths of its changes before byte {offset} are invalid ({packedLength} stored, {length} uncompressed).",
                offset);
        }

        return new DictionaryFile(id, (int)from, hash, (int)count, packedLength == length ? packed : Unpack(packed, (int)length));
    }

    /// <summary>Gets the maximum uncompressed size, so the cost of reading a file is proportional to its size.</summary>
    private static long MaxUnpacked(int packedLength) => Math.Max((long)MaxUnpacking * packedLength, AlwaysUnpacked);

    private static ReadOnlySpan<byte> Unpack(ReadOnlySpan<byte> packed, int length)
    {
        var changes = new byte[length];
        if (!BrotliDecoder.TryDecompress(packed, changes, out var written) || written != length)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidData, $"The dictionary is damaged: its {packed.Length} compressed bytes do not expand to {length} bytes of changes.");
        }

        return changes;
    }
}
