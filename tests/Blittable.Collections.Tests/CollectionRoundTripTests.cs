using System.Text;
using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests;

[Trait(Category.Name, Category.Vector)]
public sealed class CollectionRoundTripTests
{
    public static TheoryData<CollectionLayout, BlockCompression> Layouts => new()
    {
        { CollectionLayout.Rows, BlockCompression.None },
        { CollectionLayout.Rows, BlockCompression.Brotli },
        { CollectionLayout.Columns, BlockCompression.None },
        { CollectionLayout.Columns, BlockCompression.Brotli },
        { CollectionLayout.Hybrid, BlockCompression.None },
    };

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Documents_round_trip_exactly(CollectionLayout layout, BlockCompression compression)
    {
        for (var seed = 0; seed < 8; seed++)
        {
            var documents = RandomDocuments.Make(seed, 150);
            var options = CollectionFile.Small with
            {
                Layout = layout, Compression = compression, Columns = ["$.price", "$.tags[*]", "$.drift"], Indexes = ["$.kind", "$.drift"],
            };

            using var stream = CollectionFile.Write(documents, options);

            Assert.Equal(documents.Select(CollectionFile.Minify), CollectionFile.ReadAll(stream));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Each_row_returns_the_document_that_was_added(CollectionLayout layout, BlockCompression compression)
    {
        var documents = RandomDocuments.Make(100, 90);
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout, Compression = compression }));

        for (var row = 0; row < documents.Count; row++)
        {
            using var document = reader.Get(row);
            Assert.Equal(CollectionFile.Minify(documents[row]), document.Root.ToJson());
        }

        Assert.False(reader.TryGet(documents.Count, out _));
        Assert.Equal(BlittableErrorCode.NotFound, Assert.Throws<BlittableException>(() => reader.Get(-1)).Code);
    }

    [Fact]
    public void Strings_compressed_with_a_symbol_table_round_trip()
    {
        string[] words = ["carefully", "final", "deposits", "sleep", "among", "the", "ironic", "packages"];
        var random = new Random(7);
        var documents = Enumerable.Range(0, 2000)
            .Select(row => $"{{\"text\":\"{string.Join(' ', random.GetItems(words, random.Next(8)))} {row}\"}}")
            .ToList();

        using var stream = CollectionFile.Write(documents, new CollectionOptions { ChunkRows = 1000 });

        Assert.Equal(documents, CollectionFile.ReadAll(stream));
        using var reader = CollectionReader.Open(stream);
        Assert.Equal(ChunkFormat.Symbols, reader.Snapshot.Stripes[0].Directory.Nodes[1].Strings!.Chunk(0).Format);
        Assert.Equal(documents[1234], reader.Get(1234).Root.ToJson());
    }

    [Fact]
    public void Objects_with_more_shapes_than_are_cached_round_trip()
    {
        // The documents leave out different properties. Some reverse the order, repeat a name, or have an object where others have a number.
        var documents = Enumerable.Range(0, 400).Select(row =>
        {
            var names = Enumerable.Range(0, 6).Where(name => ((row >> name) & 1) == 0).Select(name => $"\"p{name}\":{row + name}");
            var inner = row % 5 == 0 ? "{\"x\":1,\"y\":[1,{\"z\":2}]}" : row % 7 == 0 ? "{}" : $"{row}";
            return $"{{{string.Join(',', (row % 11 == 0 ? names.Reverse() : names).Append($"\"inner\":{inner}"))}{(row == 300 ? ",\"p0\":0" : "")}}}";
        }).ToList();

        using var stream = CollectionFile.Write(documents, new CollectionOptions { StripeRows = 250, ChunkRows = 50 });

        Assert.Equal(documents, CollectionFile.ReadAll(stream));
    }

    [Fact]
    public void Documents_added_from_a_builder_or_from_bytes_equal_their_JSON()
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            using var builder = new BlittableBuilder();
            builder.WriteStartObject();
            builder.WritePropertyName("number");
            builder.WriteNumber(0.5);
            builder.WritePropertyName("single");
            builder.WriteNumber(0.1f);
            builder.WritePropertyName("bytes");
            builder.WriteBinary([1, 2, 3]);
            builder.WriteEndObject();
            writer.Add(builder);
            using var document = BlittableDocument.Parse("""{"a":1.50,"at":"2024-01-01"}""", new BlittableOptions { Mode = BlittableMode.Disk });
            writer.Add(document.Root);
            writer.Commit();
        }

        Assert.Equal(["""{"number":0.5,"single":0.1,"bytes":"AQID"}""", """{"a":1.50,"at":"2024-01-01"}"""], CollectionFile.ReadAll(stream));
    }

    /// <summary>Residual and salvaged documents wrap values. The wrapping does not count towards the depth of a document.</summary>
    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    [InlineData(CollectionLayout.Auto)]
    public void Every_accepted_nesting_depth_is_stored(CollectionLayout layout)
    {
        string[] documents =
        [
            Deep("[", 512, "1", "]"), Deep("{\"a\":", 512, "1", "}"), Deep("[{\"a\":[", 170, "1", "]}]"),
            Deep("[", 3000, "\"x\"", "]"), Deep("{\"a\":", 3000, "[]", "}"), Deep("{\"b\":[", 1500, "1.5", "]}"),
        ];
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, StripeRows = 40 }, leaveOpen: true))
        {
            for (var i = 0; i < 60; i++)
            {
                var json = Encoding.UTF8.GetBytes(documents[i % documents.Length]);
                if (i % documents.Length < 3 && i % 2 == 0)
                {
                    writer.Add(json);
                }
                else
                {
                    using var document = BlittableDocument.Parse(json, new BlittableOptions { MaxDepth = 3000 });
                    writer.Add(document.Root);
                }
            }

            writer.Commit();
        }

        Assert.Equal(Enumerable.Range(0, 60).Select(i => documents[i % documents.Length]), CollectionFile.ReadAll(stream));

        static string Deep(string open, int times, string value, string close) =>
            string.Concat(Enumerable.Repeat(open, times)) + value + string.Concat(Enumerable.Repeat(close, times));
    }

    [Fact]
    public void An_order_sorts_the_rows_of_each_stripe_stably()
    {
        string[] documents =
        [
            """{"k":3}""", """{"k":"b"}""", """{"k":1.5}""", """{"k":null}""", """{"k":true}""", """{"k":"2024-01-01","n":1}""",
            """{"k":-1}""", """{"k":"2023-01-01"}""", """{"k":"a"}""", "{}", """{"k":1.5,"n":2}""",
        ];

        using var stream = CollectionFile.Write(documents, CollectionFile.Small with { OrderBy = "$.k" });

        Assert.Equal(
            [
                """{"k":null}""", "{}", """{"k":true}""",
                """{"k":-1}""", """{"k":1.5}""", """{"k":1.5,"n":2}""", """{"k":3}""",
                """{"k":"2023-01-01"}""", """{"k":"2024-01-01","n":1}""",
                """{"k":"a"}""", """{"k":"b"}""",
            ],
            CollectionFile.ReadAll(stream));
    }

    [Fact]
    public void PendingCount_is_the_number_of_documents_waiting_for_a_stripe()
    {
        using var writer = CollectionWriter.Create(new MemoryStream(), new CollectionOptions { StripeRows = 200, ChunkRows = 64 });
        Assert.Equal(0, writer.PendingCount);
        for (var i = 0; i < 450; i++)
        {
            writer.Add("1"u8);
            Assert.Equal((i + 1) % 200, writer.PendingCount % 200);
            Assert.InRange(writer.PendingCount, 0, 200);
            Assert.Equal(i + 1, writer.Count);
        }

        writer.Commit();
        Assert.Equal((0, 450), (writer.PendingCount, writer.Count));
    }

    [Fact]
    public void Invalid_JSON_is_rejected_and_the_other_documents_remain()
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            writer.Add("1"u8);
            Assert.Throws<BlittableException>(() => writer.Add("{"u8));
            writer.Add("2"u8);
            writer.Commit();
        }

        Assert.Equal(["1", "2"], CollectionFile.ReadAll(stream));
    }

    [Fact]
    public void A_collection_is_read_from_a_file()
    {
        var path = Path.GetTempFileName();
        try
        {
            using (var writer = CollectionWriter.Create(path, CollectionFile.Small))
            {
                for (var i = 0; i < 100; i++)
                {
                    writer.Add(Encoding.UTF8.GetBytes($"{{\"i\":{i}}}"));
                }

                writer.Commit();
            }

            using var reader = CollectionReader.Open(path);
            Assert.Equal(100, reader.Count);
            Assert.Equal("""{"i":77}""", reader.Get(77).Root.ToJson());
        }
        finally
        {
            File.Delete(path);
        }
    }
}
