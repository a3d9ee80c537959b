using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Reads and writes the options of a collection in its file.</summary>
/// <remarks>
/// <code>
/// u8      layout (<see cref="CollectionLayout"/>)
/// u8      compression (<see cref="BlockCompression"/>)
/// varint  rows of a stripe; varint rows of a chunk
/// text    path of the order, empty for none; text path of the key, empty for none
/// texts   paths of the indexes; texts paths of the columns
/// </code>
/// </remarks>
internal static class StoredOptions
{
    public static void Write(DirectoryBuffer output, CollectionOptions options)
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

    public static CollectionOptions Read(ref DirectoryFields fields)
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
