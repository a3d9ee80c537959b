using System.Text;

namespace Blittable.Collections.Tests;

/// <summary>Tests that a small document that expands to much text is either accepted once and supported everywhere, or rejected at once.</summary>
public sealed class RepetitiveDocumentTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-repetitive-").FullName;

    public static TheoryData<CollectionLayout, int> Cases()
    {
        var cases = new TheoryData<CollectionLayout, int>();
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            cases.Add(layout, 4_000);
            cases.Add(layout, 60_000);
        }

        return cases;
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_repetitive_document_is_added_merged_compacted_and_recovered(CollectionLayout layout, int count)
    {
        var file = Path.Combine(_folder, "documents.blic");
        using (var writer = CollectionWriter.Create(file, new CollectionOptions { Layout = layout, Key = "$.id" }))
        {
            writer.Commit();
        }

        for (var i = 0; i < 24; i++)
        {
            using var writer = CollectionWriter.Append(file);
            if (i % 8 == 3)
            {
                using var document = BlittableDocument.Parse(Repetitive(i, count), new BlittableOptions { Mode = BlittableMode.Disk });
                writer.Add(document.Root);
            }
            else
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i}},"v":["x"]}"""));
            }

            writer.Commit();
        }

        IsWhole(file);
        CollectionCompaction.Compact(file);
        IsWhole(file);
        var recovered = Path.Combine(_folder, "recovered.blic");
        Assert.Empty(CollectionRecovery.Recover(file, recovered).Findings);
        IsWhole(recovered);

        void IsWhole(string path)
        {
            using var reader = CollectionReader.Open(path);
            reader.Validate();
            Assert.Equal(24, reader.Count);
            reader.ForEach((_, document) =>
            {
                var id = document.GetProperty("id"u8).GetInt32();
                Assert.Equal(id % 8 == 3 ? count : 1, document.GetProperty("v"u8).Count);
                Assert.Equal(id % 8 == 3 ? Repetitive(id, count).Length : id < 10 ? 18 : 19, document.ToJson().Length);
            });
        }
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void Storing_a_repetitive_document_costs_its_bytes_and_not_its_expansion(CollectionLayout layout)
    {
        var costs = new List<long>();
        foreach (var count in (int[])[50_000, 50_000, 200_000])
        {
            using var document = BlittableDocument.Parse(Repetitive(1, count), new BlittableOptions { Mode = BlittableMode.Disk });
            var bytes = document.Bytes.ToArray();
            using var stream = new MemoryStream();
            var before = GC.GetAllocatedBytesForCurrentThread();
            using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Key = "$.id" }, leaveOpen: true))
            {
                for (var i = 0; i < 20; i++)
                {
                    writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{10 + i}},"v":["x"]}"""));
                }

                writer.Add(BlittableDocument.Open(bytes, null, long.MaxValue).Root);
                writer.Commit();
            }

            costs.Add(GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.InRange(costs[2], 0, costs[1] + 100_000);
    }

    [Theory]
    [InlineData(CollectionLayout.Rows, false)]
    [InlineData(CollectionLayout.Hybrid, false)]
    [InlineData(CollectionLayout.Columns, false)]
    [InlineData(CollectionLayout.Auto, false)]
    [InlineData(CollectionLayout.Hybrid, true)]
    [InlineData(CollectionLayout.Columns, true)]
    public void Documents_whose_columns_would_exceed_a_group_are_committed_and_merged(CollectionLayout layout, bool numbers)
    {
        var file = Path.Combine(_folder, "large.blic");
        var options = new CollectionOptions { Layout = layout, Key = "$.id", Columns = ["$.v[*][*]", "$.id"] };
        using var part = RepeatedInArray(numbers ? "1." + new string('7', 10_000) : '"' + new string('x', 10_000) + '"', 100);
        CollectionWriter.Create(file, options).Dispose();
        for (var i = 0; i < 9; i++)
        {
            using var writer = CollectionWriter.Append(file);
            if (i is 2 or 5)
            {
                // 600 MB of text in few bytes.
                using var builder = new BlittableBuilder(BlittableOptions.Balanced);
                builder.WriteStartObject();
                builder.WritePropertyName("id");
                builder.WriteNumber(i);
                builder.WritePropertyName("v"u8);
                builder.WriteStartArray();
                for (var j = 0; j < 600; j++)
                {
                    builder.WriteValue(part.Root.GetProperty("x"u8));
                }

                builder.WriteEndArray();
                builder.WriteEndObject();
                using var document = builder.ToDocument();
                writer.Add(document.Root);
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i + 100}},"v":[["y"]]}"""));
            }
            else
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i}},"v":[["y"]]}"""));
            }

            writer.Commit();
        }

        CollectionCompaction.Compact(file);
        using var reader = CollectionReader.Open(file);
        Assert.Equal(11, reader.Count);
        using var found = reader.Find(5)!;
        Assert.Equal(600, found.Root.GetProperty("v"u8).Count);
        Assert.True(BlittableValue.DeepEquals(found.Root.GetProperty("v"u8)[599], part.Root.GetProperty("x"u8)));
    }

    [Fact]
    public void Add_rejects_a_document_beyond_the_limit_and_the_writer_remains_usable()
    {
        var file = Path.Combine(_folder, "limited.blic");
        using (var writer = CollectionWriter.Create(file, new CollectionOptions { Layout = CollectionLayout.Rows, MaxExpandedBytes = 100_000 }))
        {
            writer.Commit();
        }

        using (var writer = CollectionWriter.Append(file))
        {
            using var document = BlittableDocument.Parse(Repetitive(1, 20_000), new BlittableOptions { Mode = BlittableMode.Disk });
            Refuses(writer, document);
            Assert.Equal(
                BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => writer.Add(Encoding.UTF8.GetBytes(Repetitive(1, 20_000)))).Code);
            using var shorter = BlittableDocument.Parse(Repetitive(1, 3_000), new BlittableOptions { Mode = BlittableMode.Disk });
            writer.Add(shorter.Root);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(file);
        Assert.Equal(100_000, reader.Options.MaxExpandedBytes);
        Assert.Equal(1, reader.Count);
    }

    [Fact]
    public void Untrusted_bytes_have_the_default_limit_unless_the_caller_sets_another()
    {
        using var document = BlittableDocument.Parse(Repetitive(1, 20_000), new BlittableOptions { Mode = BlittableMode.Disk });
        using var untrusted = BlittableDocument.Open(document.Bytes);
        using var trusted = BlittableDocument.Open(document.Bytes, null, 1_000_000);
        using var writer = CollectionWriter.Create(new MemoryStream(), new CollectionOptions { Layout = CollectionLayout.Rows });
        Refuses(writer, untrusted);
        writer.Add(trusted.Root);
        writer.Add(document.Root);
        writer.Commit();
        Assert.Equal(2, writer.Count);
    }

    [Fact]
    public void A_reader_has_its_own_limit()
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = CollectionLayout.Rows }, leaveOpen: true))
        {
            writer.Add(Encoding.UTF8.GetBytes(Repetitive(1, 20_000)));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(Repetitive(1, 20_000), reader.Get(0).Root.ToJson());
        reader.MaxExpandedBytes = 1_000;
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => reader.Get(0).Root.ToJson()).Code);
    }

    [Fact]
    public void A_document_whose_text_a_reader_could_not_return_is_refused_whatever_the_option()
    {
        // 20,000 equal texts of 1,000 characters, and seven levels of two equal elements: 2.6 GB.
        var text = $"\"{new string('x', 1_000)}\"";
        var bytes = BlittableDocument.Parse($"[{string.Join(',', Enumerable.Repeat(text, 20_000))}]", BlittableOptions.Balanced).Bytes.ToArray();
        for (var level = 0; level < 7; level++)
        {
            using var builder = new BlittableBuilder(BlittableOptions.Balanced);
            builder.WriteStartArray();
            builder.WriteValue(BlittableValue.Open(bytes));
            builder.WriteValue(BlittableValue.Open(bytes));
            builder.WriteEndArray();
            bytes = builder.Finish().ToArray();
        }

        using var document = BlittableDocument.Open(bytes, null, long.MaxValue);
        foreach (var limit in (long?[])[null, long.MaxValue])
        {
            using var writer = CollectionWriter.Create(new MemoryStream(), new CollectionOptions { Layout = CollectionLayout.Rows, MaxExpandedBytes = limit });
            Refuses(writer, document);
        }
    }

    [Theory]
    [InlineData("{\"a\":\"####\"}", "{}")]
    [InlineData("{\"a\":\"####\"}", "{\"b\":1}")]
    [InlineData("[\"####\",\"####\"]", "{}")]
    [InlineData("{\"####\":1}", "{}")]
    [InlineData("[{\"####\":1},{\"####\":2}]", "{}")]
    public void Text_that_is_not_valid_is_refused_when_it_is_added(string json, string before)
    {
        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, BlittableOptions.Balanced with { StringCompression = StringCompression.None }])
        {
            var bytes = BlittableDocument.Parse(json, options).Bytes.ToArray();
            bytes.AsSpan().Replace((byte)'#', (byte)0xFF);
            using var writer = CollectionWriter.Create(new MemoryStream(), new CollectionOptions { Layout = CollectionLayout.Rows });
            writer.Add(Encoding.UTF8.GetBytes(before));
            Assert.Equal(BlittableErrorCode.InvalidUtf8, Assert.Throws<BlittableException>(() => writer.Add(BlittableValue.Open(bytes))).Code);
            writer.Commit();
            Assert.Equal(1, writer.Count);
        }
    }

    private static void Refuses(CollectionWriter writer, BlittableDocument document) =>
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => writer.Add(document.Root)).Code);

    /// <summary>Returns a document whose property x is an array that refers to a value repeatedly.</summary>
    private static BlittableDocument RepeatedInArray(string json, int count)
    {
        using var document = BlittableDocument.Parse($$"""{"n":{{json}},"x":[]}""", BlittableOptions.Balanced);
        using var editor = new BlittableEditor(document);
        editor.ApplyPatch(Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Repeat("""{"op":"copy","from":"/n","path":"/x/-"}""", count))}]"));
        return BlittableDocument.Open(editor.ToDocument().Bytes, null, long.MaxValue);
    }

    private static string Repetitive(int id, int count) =>
        $$"""{"id":{{id}},"v":[{{string.Join(',', Enumerable.Repeat("""{"a":1,"b":"xyz"}""", count))}}]}""";
}
