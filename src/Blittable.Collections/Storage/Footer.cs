using Blittable.Format;

namespace Blittable.Collections;

/// <summary>The committed state of a collection: how it is written, and its stripes.</summary>
/// <remarks>
/// <code>
/// u8      version, 1
/// u8      layout (<see cref="CollectionLayout"/>)
/// u8      compression (<see cref="BlockCompression"/>)
/// varint  rows of a stripe
/// varint  rows of a chunk
/// text    path of the order, empty for none; text path of the key, empty for none
/// texts   paths of the indexes; texts paths of the columns
/// block   dictionary; a length of zero for none
/// varint  stripes, and each (<see cref="StripeReference"/>)
/// </code>
/// </remarks>
internal sealed record Footer(CollectionOptions Options, BlockReference Dictionary, IReadOnlyList<StripeReference> Stripes)
{
    private const byte Version = 1;

    public long RowCount => Stripes.Sum(stripe => (long)stripe.Rows);

    public void Write(DirectoryBuffer output)
    {
        output.WriteByte(Version);
        output.WriteByte((byte)Options.Layout);
        output.WriteByte((byte)Options.Compression);
        output.WriteCount(Options.StripeRows);
        output.WriteCount(Options.ChunkRows);
        output.WriteText(Options.OrderBy ?? "");
        output.WriteText(Options.Key ?? "");
        output.WriteTexts(Options.Indexes);
        output.WriteTexts(Options.Columns);
        Dictionary.Write(output, 0);
        output.WriteCount(Stripes.Count);
        foreach (var stripe in Stripes)
        {
            stripe.Write(output);
        }
    }

    public static Footer Read(ReadOnlyMemory<byte> bytes)
    {
        var fields = new DirectoryFields(bytes);
        var version = fields.TakeByte("the footer's version");
        if (version != Version)
        {
            ThrowHelper.Throw(BlittableErrorCode.UnsupportedVersion, $"Expected a footer of version {Version}, found version {version}.");
        }

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

        var dictionary = BlockReference.Read(ref fields, 0);
        var stripes = new StripeReference[fields.TakeLength("the number of stripes")];
        for (var i = 0; i < stripes.Length; i++)
        {
            stripes[i] = StripeReference.Read(ref fields);
        }

        if (!fields.IsAtEnd)
        {
            ThrowHelper.InvalidData("the end of the footer behind its stripes", "more bytes");
        }

        return new Footer(options, dictionary, stripes);
    }

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;
}
