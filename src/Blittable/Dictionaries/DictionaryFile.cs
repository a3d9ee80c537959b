using System.Buffers.Binary;
using System.IO.Compression;
using Blittable.Layout;

namespace Blittable.Dictionaries;

/// <summary>Changes of a dictionary from one version to another, as bytes: all of it if they start from version 0.</summary>
/// <remarks>
/// <code>
/// magic     FF 42 4C 44        FF is not a tag, so that no document starts like this; then "BLD"
/// format    u8                 1
/// id        16 bytes           the dictionary's, in the order of its text
/// from      varint             version that the changes go on from
/// [hash]    16 bytes           of that version, if it is not 0
/// count     varint             changes, one for each version
/// length    varint             bytes of the changes as they are
/// packed    varint             bytes of the changes as they stand here: Brotli if they are fewer
/// changes   for each: length varint | change, see ChangeWriter
/// checksum  u32                CRC-32C of all before
/// </code>
/// </remarks>
internal readonly ref struct DictionaryFile
{
    private const byte Format = 1;
    private const int HashSize = 16, ChecksumSize = sizeof(uint);
    private const int BrotliQuality = 11, BrotliWindow = 22;

    /// <summary>How many bytes of changes a byte of a stream may stand for, and how many a stream may stand for however short it is.</summary>
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

    /// <summary>The version that the changes go on from.</summary>
    public int From { get; }

    /// <summary>Its hash; 0 where it is version 0, whose hash is the id.</summary>
    public UInt128 Hash { get; }

    /// <summary>The number of changes.</summary>
    public int Count { get; }

    /// <summary>The changes, each after its length.</summary>
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

        // A browser has no Brotli.
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

    /// <summary>Reads what <see cref="Write"/> wrote, and nothing less or more.</summary>
    /// <exception cref="BlittableException">The bytes are of an unknown format, or damaged.</exception>
    public static DictionaryFile Read(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.StartsWith(Magic) || bytes.Length <= Magic.Length + ChecksumSize)
        {
            ThrowHelper.InvalidData("a dictionary", $"{bytes.Length} bytes that do not start like one", 0);
        }

        if (bytes[Magic.Length] != Format)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion, $"The dictionary has format {bytes[Magic.Length]}; this library reads format {Format}.", Magic.Length);
        }

        var content = bytes[..^ChecksumSize];
        if (Crc32C.Compute(content) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[content.Length..]))
        {
            ThrowHelper.InvalidData("a dictionary", "one whose checksum does not fit its bytes", content.Length);
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
            ThrowHelper.InvalidData("the changes of a dictionary up to its checksum", $"{packedLength} bytes of {length}", offset);
        }

        return new DictionaryFile(id, (int)from, hash, (int)count, packedLength == length ? packed : Unpack(packed, (int)length));
    }

    /// <summary>Gets the most changes that are unpacked, so that what a file costs is in proportion to its bytes.</summary>
    private static long MaxUnpacked(int packedLength) => Math.Max((long)MaxUnpacking * packedLength, AlwaysUnpacked);

    private static ReadOnlySpan<byte> Unpack(ReadOnlySpan<byte> packed, int length)
    {
        var changes = new byte[length];
        if (!BrotliDecoder.TryDecompress(packed, changes, out var written) || written != length)
        {
            ThrowHelper.InvalidData($"{length} bytes of changes, packed", $"{packed.Length} bytes that are none");
        }

        return changes;
    }
}
