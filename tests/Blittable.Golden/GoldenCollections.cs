using System.Globalization;
using System.Text;
using Blittable.Collections;

namespace Blittable.Golden;

/// <summary>Creates a collection of each kind. Each is stored in <c>collections/NAME.hex</c>, and its rows in <c>collections/NAME.ndjson</c>.</summary>
internal static class GoldenCollections
{
    private static readonly CollectionOptions s_small = new() { StripeRows = 40, ChunkRows = 16, Key = "$.id" };

    public static IReadOnlyList<(string Name, CollectionOptions Options)> All { get; } =
    [
        ("rows", s_small with { Layout = CollectionLayout.Rows }),
        ("columns", s_small with { Layout = CollectionLayout.Columns }),
        ("hybrid", s_small with { Layout = CollectionLayout.Hybrid }),
        ("auto", s_small with { Layout = CollectionLayout.Auto }),
        ("indexes", s_small with { Layout = CollectionLayout.Columns, Indexes = ["$.city", "$.tags[*]"] }),
        ("sorted", s_small with { Layout = CollectionLayout.Columns, OrderBy = "$.price" }),
        ("brotli", s_small with { Layout = CollectionLayout.Rows, Compression = BlockCompression.Brotli }),
        ("zstandard", s_small with { Layout = CollectionLayout.Rows, Compression = BlockCompression.Zstandard }),
        ("lz4", s_small with { Layout = CollectionLayout.Rows, Compression = BlockCompression.Lz4 }),
        (Filters, s_small with { Layout = CollectionLayout.Columns, StripeRows = 2 * ChunkRows, ChunkRows = ChunkRows }),
    ];

    /// <summary>The name of the collection with chunks of so many distinct values that they have large membership filters.</summary>
    public const string Filters = "filters";

    /// <summary>The number of digests, more than a small membership filter can tell apart, and the rows of a chunk that contains all of them.</summary>
    public const int Digests = 3000;

    private const int ChunkRows = Digests + 100;

    /// <summary>Writes a collection in two commits, with rows that were replaced and deleted.</summary>
    public static byte[] Make(CollectionOptions options)
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, options, leaveOpen: true))
        {
            Add(writer, 0, 70);
            AddDigests(writer, options.ChunkRows > Digests ? Digests : 0);
            writer.Commit();
        }

        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            Add(writer, 70, 30);
            writer.Delete(7);
            writer.Update(Encoding.UTF8.GetBytes("{\"id\":9,\"city\":\"Wien\",\"price\":1e3,\"odd\":{\"of\":[[1,2],[3]]}}"));
            writer.Commit();
        }

        return stream.ToArray();
    }

    /// <summary>Returns a digest. Different numbers have different digests.</summary>
    public static string Digest(int number) => unchecked((ulong)(number + 1) * 0x9E37_79B9_7F4A_7C15).ToString("x16", CultureInfo.InvariantCulture);

    private static void AddDigests(CollectionWriter writer, int count)
    {
        for (var i = 0; i < count; i++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{10_000 + i}},"digest":"{{Digest(i)}}"}"""));
        }
    }

    private static void Add(CollectionWriter writer, int from, int count)
    {
        foreach (var order in GoldenJson.Orders(from, count))
        {
            writer.Add(order.Span);
        }
    }
}
