using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Encodes and decodes the options of a collection.</summary>
/// <remarks>
/// <code>
/// u8      layout (<see cref="CollectionLayout"/>)
/// u8      compression (<see cref="BlockCompression"/>); the highest bit indicates that a limit follows
/// [varint] maximum JSON size that a document may expand to
/// varint  rows per stripe; varint rows per chunk
/// text    path of the order, empty if none; text path of the key, empty if none
/// texts   paths of the indexes; texts paths of the columns
/// </code>
/// </remarks>
internal static class StoredOptions
{
    private const byte HasLimit = 0x80;

    public static void Write(DirectoryBuffer output, CollectionOptions options)
    {
        output.WriteByte((byte)options.Layout);
        output.WriteByte((byte)((byte)options.Compression | (options.MaxExpandedBytes is null ? 0 : HasLimit)));
        if (options.MaxExpandedBytes is { } limit)
        {
            output.WriteCount(limit);
        }

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
        var compression = fields.TakeByte("the compression");
        var options = new CollectionOptions
        {
            Layout = layout,
            Compression = (BlockCompression)(compression & ~HasLimit),
            MaxExpandedBytes = (compression & HasLimit) != 0 ? fields.TakeCount("the expansion limit for documents", long.MaxValue) : null,
            StripeRows = (int)fields.TakeCount("the number of rows per stripe", CollectionOptions.MaxStripeRows),
            ChunkRows = (int)fields.TakeCount("the number of rows per chunk", CollectionOptions.MaxChunkRows),
            OrderBy = NullIfEmpty(fields.TakeText("the sort path")),
            Key = NullIfEmpty(fields.TakeText("the key path")),
            Indexes = fields.TakeTexts("the index paths"),
            Columns = fields.TakeTexts("the column paths"),
        };
        if (!Enum.IsDefined(layout) || options.StripeRows == 0 || options.ChunkRows == 0)
        {
            ThrowHelper.InvalidData(
                "a footer with a layout, rows per stripe and rows per chunk", $"{(int)layout}, {options.StripeRows} and {options.ChunkRows}");
        }

        return options;
    }

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;
}
