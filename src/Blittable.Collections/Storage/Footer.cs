using System.Buffers.Binary;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Describes the collection's state at a commit: all of it, or the difference to an earlier footer, its parent.</summary>
/// <remarks>
/// <code>
/// 0  4 bytes  'B' 'L' 'F' and the version, 2
/// 4  u32      bytes that follow the checksum
/// 8  u32      CRC-32C of these
/// 12 varint   number of the commit
///    block    the parent, its offset from the start of the file; a length of zero where the footer has all of the state, and then:
///      u8      layout (<see cref="CollectionLayout"/>)
///      u8      compression (<see cref="BlockCompression"/>)
///      varint  rows of a stripe; varint rows of a chunk
///      text    path of the order, empty for none; text path of the key, empty for none
///      texts   paths of the indexes; texts paths of the columns
///    varint   stripes of the parent that are still there, from its first one on
///    varint   stripes among these in which rows were deleted, and each (<see cref="StripeChange"/>)
///    varint   dictionaries that the parent lacks, and each (<see cref="DictionaryReference"/>)
///    varint   stripes after those of the parent, and each (<see cref="StripeReference"/>)
/// </code>
/// A footer can be found and checked without anything that leads to it: that is how a state is recovered whose superblock is damaged.
/// </remarks>
internal sealed record Footer
{
    public const int HeaderSize = 12;

    private const byte Version = 2;

    public required long Sequence { get; init; }

    /// <summary>The footer that this one adds to; none where this one has all of the state.</summary>
    public BlockReference Parent { get; init; }

    /// <summary>How the collection is written; only in a footer without a parent.</summary>
    public CollectionOptions? Options { get; init; }

    public int KeptStripes { get; init; }

    public IReadOnlyList<StripeChange> Changes { get; init; } = [];

    public IReadOnlyList<DictionaryReference> Dictionaries { get; init; } = [];

    public IReadOnlyList<StripeReference> Stripes { get; init; } = [];

    /// <summary>The start of a footer.</summary>
    public static ReadOnlySpan<byte> Magic => [(byte)'B', (byte)'L', (byte)'F', Version];

    /// <summary>The footer's bytes.</summary>
    public byte[] ToArray()
    {
        var output = new DirectoryBuffer();
        output.WriteCount(Sequence);
        Parent.Write(output, 0);
        if (Options is not null)
        {
            Write(output, Options);
        }

        output.WriteCount(KeptStripes);
        output.WriteCount(Changes.Count);
        foreach (var change in Changes)
        {
            change.Write(output);
        }

        output.WriteCount(Dictionaries.Count);
        foreach (var dictionary in Dictionaries)
        {
            dictionary.Write(output);
        }

        output.WriteCount(Stripes.Count);
        foreach (var stripe in Stripes)
        {
            stripe.Write(output);
        }

        var bytes = new byte[HeaderSize + output.Written.Length];
        Magic.CopyTo(bytes);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), output.Written.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(8), Crc32C.Compute(output.Written));
        output.Written.CopyTo(bytes.AsSpan(HeaderSize));
        return bytes;
    }

    /// <summary>Whether a footer starts here, with all of its bytes as they were written.</summary>
    /// <param name="bytes">The bytes from here to the end of the file, or as many as fit.</param>
    /// <param name="length">The bytes of the footer.</param>
    public static bool IsWhole(ReadOnlySpan<byte> bytes, out int length)
    {
        length = 0;
        if (bytes.Length < HeaderSize || !bytes.StartsWith(Magic))
        {
            return false;
        }

        var contents = BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]);
        if (contents < 0 || contents > bytes.Length - HeaderSize)
        {
            return false;
        }

        length = HeaderSize + contents;
        return Crc32C.Compute(bytes[HeaderSize..length]) == BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]);
    }

    /// <summary>Reads a footer.</summary>
    /// <param name="bytes">All of its bytes.</param>
    /// <exception cref="BlittableException">They are damaged, or of another version.</exception>
    public static Footer Read(ReadOnlyMemory<byte> bytes)
    {
        if (bytes.Span is [(byte)'B', (byte)'L', (byte)'F', not Version, ..])
        {
            ThrowHelper.Throw(BlittableErrorCode.UnsupportedVersion, $"Expected a footer of version {Version}, found version {bytes.Span[3]}.");
        }

        if (!IsWhole(bytes.Span, out var length) || length != bytes.Length)
        {
            ThrowHelper.InvalidData("a footer", $"{bytes.Length} bytes that are none");
        }

        var fields = new DirectoryFields(bytes[HeaderSize..]);
        var sequence = fields.TakeCount("the number of a commit", long.MaxValue);
        var parent = BlockReference.Read(ref fields, 0);
        var options = parent.Exists ? null : ReadOptions(ref fields);
        var kept = (int)fields.TakeCount("the stripes that a commit keeps", parent.Exists ? int.MaxValue : 0);
        var changes = new StripeChange[fields.TakeLength("the number of stripes with deleted rows")];
        for (var i = 0; i < changes.Length; i++)
        {
            changes[i] = StripeChange.Read(ref fields, kept);
        }

        var dictionaries = new DictionaryReference[fields.TakeLength("the number of dictionaries")];
        for (var i = 0; i < dictionaries.Length; i++)
        {
            dictionaries[i] = DictionaryReference.Read(ref fields);
        }

        var stripes = new StripeReference[fields.TakeLength("the number of stripes")];
        for (var i = 0; i < stripes.Length; i++)
        {
            stripes[i] = StripeReference.Read(ref fields, int.MaxValue);
        }

        if (!fields.IsAtEnd)
        {
            ThrowHelper.InvalidData("the end of the footer after its stripes", "more bytes");
        }

        return new Footer
        {
            Sequence = sequence,
            Parent = parent,
            Options = options,
            KeptStripes = kept,
            Changes = changes,
            Dictionaries = dictionaries,
            Stripes = stripes,
        };
    }

    private static void Write(DirectoryBuffer output, CollectionOptions options)
    {
        output.WriteByte((byte)options.Layout);
        output.WriteByte((byte)options.Compression);
        output.WriteCount(options.StripeRows);
        output.WriteCount(options.ChunkRows);
        output.WriteText(options.OrderBy ?? "");
        output.WriteText(options.Key ?? "");
        output.WriteTexts(options.Indexes);
        output.WriteTexts(options.Columns);
    }

    private static CollectionOptions ReadOptions(ref DirectoryFields fields)
    {
        var layout = (CollectionLayout)fields.TakeByte("the layout");
        var options = new CollectionOptions
        {
            Layout = layout,
            Compression = (BlockCompression)fields.TakeByte("the compression"),
            StripeRows = (int)fields.TakeCount("the rows of a stripe", CollectionOptions.MaxStripeRows),
            ChunkRows = (int)fields.TakeCount("the rows of a chunk", CollectionOptions.MaxChunkRows),
            OrderBy = NullIfEmpty(fields.TakeText("the path of the order")),
            Key = NullIfEmpty(fields.TakeText("the path of the key")),
            Indexes = fields.TakeTexts("the paths of indexes"),
            Columns = fields.TakeTexts("the paths of columns"),
        };
        if (!Enum.IsDefined(layout) || options.StripeRows == 0 || options.ChunkRows == 0)
        {
            ThrowHelper.InvalidData(
                "a footer with a layout, rows of a stripe and rows of a chunk", $"{(int)layout}, {options.StripeRows} and {options.ChunkRows}");
        }

        return options;
    }

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;
}
