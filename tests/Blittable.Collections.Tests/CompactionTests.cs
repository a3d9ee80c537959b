using System.Text;
using Blittable.Collections;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests;

/// <summary>Tests that compaction keeps every document that was not deleted, and nothing of the others.</summary>
public sealed class CompactionTests : IDisposable
{
    private const int Rows = 400;

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    private string Other => Path.Combine(_folder, "other.blic");

    public static TheoryData<CollectionLayout, int> Cases =>
        [.. Enum.GetValues<CollectionLayout>().SelectMany(layout => Enumerable.Range(0, 6).Select(seed => (layout, seed)))];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Documents_that_were_not_deleted_remain_in_order(CollectionLayout layout, int seed)
    {
        var documents = RandomDocuments.Make(seed, Rows).ConvertAll(CollectionFile.Minify);
        var deleted = Deleted(seed);
        var options = CollectionFile.Small with
        {
            Layout = layout,
            ChunkRows = 7 + seed,
            Indexes = ["$.kind", "$.drift"],
            Columns = ["$.price", "$.tags[*]"],
            Compression = seed % 2 == 0 ? BlockCompression.None : BlockCompression.Brotli,
        };
        Write(Name, documents, options, commitRows: seed == 5 ? 9 : Rows);
        Delete(deleted);
        string[] filters = ["$.kind = 'a'", "$.price > 500", "$.at < '2024-01-01T00:30:00Z'", "$.tags[*] = 'a'", "$.items[*].of[*] > 4", "$.drift = 100", "$.rare3 is null"];
        var answers = Count(filters);

        CollectionCompaction.Compact(Name);

        using var reader = CollectionReader.Open(Name);
        Assert.Equal(documents.Where((_, row) => !deleted.Contains(row)), CollectionFile.ReadAll(reader));
        Assert.Equal(reader.Count, reader.RowCount);
        reader.Validate();
        Assert.Equal(reader.ByteCount, reader.GetSpace().Sum(part => part.Bytes));
        Assert.Equal(answers, Count(filters));
    }

    /// <summary>The stripe equals, byte for byte, a stripe of a collection to which the deleted documents were never added. So no name, value, bound, filter,
    /// index entry or dictionary entry of them remains.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Nothing_of_a_deleted_document_remains(int seed)
    {
        var documents = RegularDocuments.Make(seed, Rows).Select(WithRare).ToList();
        var deleted = Deleted(seed);
        var options = new CollectionOptions { ChunkRows = 50, Key = "$.id", Indexes = ["$.word"] };
        Write(Name, documents.Select((document, row) => deleted.Contains(row) ? Secret(document, row) : document), options);
        Delete(deleted);
        Write(Other, documents.Where((_, row) => !deleted.Contains(row)), options);

        CollectionCompaction.Compact(Name);

        Assert.Equal(Convert.ToHexString(StripeBytes(Other, 0)), Convert.ToHexString(StripeBytes(Name, 0)));
        using var reader = CollectionReader.Open(Name);
        reader.Validate();
        Assert.All(Enumerable.Range(0, Rows), row => Assert.Equal(!deleted.Contains(row), reader.Find(row) is not null));
    }

    [Fact]
    public void Large_stripes_without_deleted_documents_are_copied_byte_for_byte()
    {
        var documents = RegularDocuments.Make(1, Rows);
        Write(Name, documents, new CollectionOptions { StripeRows = 100, ChunkRows = 30, Key = "$.id", Indexes = ["$.word"] });
        Delete([.. Enumerable.Range(100, 40)]);
        byte[][] before = [StripeBytes(Name, 0), StripeBytes(Name, 2), StripeBytes(Name, 3)];

        CollectionCompaction.Compact(Name);

        Assert.Equal(before, [StripeBytes(Name, 0), StripeBytes(Name, 2), StripeBytes(Name, 3)]);
        using var reader = CollectionReader.Open(Name);
        Assert.Equal([100, 60, 100, 100], reader.Snapshot.Stripes.Select(stripe => stripe.Rows));
        Assert.Equal(documents.Where((_, row) => row is < 100 or >= 140), CollectionFile.ReadAll(reader));
    }

    [Fact]
    public void Documents_with_a_dictionary_are_encoded_with_another_one()
    {
        var random = new Random(1);
        var documents = Enumerable.Range(0, Rows).Select(row => $"{{\"id\":{row},\"map\":{{\"{row}a\":\"{Convert.ToHexString(RandomBytes(random))}\"}}}}").ToList();
        Write(Name, documents, new CollectionOptions { StripeRows = 100, ChunkRows = 30 });
        Delete([.. Enumerable.Range(0, 100)]);
        Write(Other, documents.Skip(100), new CollectionOptions { StripeRows = 100, ChunkRows = 30 });
        using (var reader = CollectionReader.Open(Name))
        {
            Assert.Equal(1, reader.Snapshot.Stripes[1].Reference.Dictionary);
        }

        CollectionCompaction.Compact(Name);

        Assert.Equal(StripeBytes(Other, 0), StripeBytes(Name, 0));
        using var compacted = CollectionReader.Open(Name);
        Assert.Equal(documents.Skip(100), CollectionFile.ReadAll(compacted));
    }

    [Theory]
    [InlineData(null, 1)]
    [InlineData("$.id", 1)]
    public void Small_stripes_are_combined(string? order, int expected)
    {
        var documents = RegularDocuments.Make(1, Rows);
        Write(Name, documents, new CollectionOptions { ChunkRows = 60, OrderBy = order, Indexes = ["$.word"] }, commitRows: 90);
        using (var reader = CollectionReader.Open(Name))
        {
            Assert.Equal(5, reader.Snapshot.Stripes.Count);
        }

        CollectionCompaction.Compact(Name);

        using var compacted = CollectionReader.Open(Name);
        compacted.Validate();
        Assert.Equal(expected, compacted.Snapshot.Stripes.Count);
        Assert.Equal(documents, CollectionFile.ReadAll(compacted));
        Assert.Equal(documents.Count(document => document.Contains("\"word\":\"w7\"", StringComparison.Ordinal)), compacted.Scan().Where("$.word", FilterOperator.Equal, "w7").Count());
    }

    [Fact]
    public void A_damaged_index_is_created_again()
    {
        var documents = RegularDocuments.Make(1, Rows);
        Write(Name, documents, new CollectionOptions { ChunkRows = 50, Indexes = ["$.word"] });
        using (var reader = CollectionReader.Open(Name))
        {
            var index = reader.Snapshot.Stripes[0].Directory.Indexes.Single().Block;
            reader.Dispose();
            using var file = File.Open(Name, FileMode.Open);
            file.Position = index.Offset + 20;
            var value = file.ReadByte();
            file.Position--;
            file.WriteByte((byte)(value ^ 1));
        }

        CollectionCompaction.Compact(Name);

        using var compacted = CollectionReader.Open(Name);
        compacted.Validate();
        Assert.Equal(documents, CollectionFile.ReadAll(compacted));
    }

    [Fact]
    public void A_damaged_block_leaves_the_file_unchanged()
    {
        Write(Name, RegularDocuments.Make(1, Rows), new CollectionOptions { ChunkRows = 50 });
        long offset;
        using (var reader = CollectionReader.Open(Name))
        {
            offset = reader.Snapshot.Stripes[0].Directory.Nodes[1].Numbers!.Chunk(3).Block.Offset;
        }

        var bytes = File.ReadAllBytes(Name);
        bytes[offset + 20] ^= 1;
        File.WriteAllBytes(Name, bytes);

        Assert.Throws<BlittableException>(() => CollectionCompaction.Compact(Name));
        Assert.Equal(bytes, File.ReadAllBytes(Name));
    }

    [Fact]
    public void Options_rewrite_every_stripe()
    {
        var documents = RegularDocuments.Make(1, Rows);
        Write(Name, documents, new CollectionOptions { ChunkRows = 50 });

        CollectionCompaction.Compact(Name, new CollectionOptions { ChunkRows = 80, Key = "$.id" });

        using var reader = CollectionReader.Open(Name);
        Assert.Equal(80, reader.Snapshot.Stripes.Single().ChunkRows);
        Assert.Equal(documents, CollectionFile.ReadAll(reader));
    }

    [Fact]
    public void A_canceled_compaction_leaves_the_file_unchanged()
    {
        Write(Name, RegularDocuments.Make(1, Rows), new CollectionOptions { ChunkRows = 50 });
        Delete([3, 5]);
        var bytes = File.ReadAllBytes(Name);

        Assert.Throws<OperationCanceledException>(() => CollectionCompaction.Compact(Name, null, new CancellationToken(canceled: true)));

        Assert.Equal(bytes, File.ReadAllBytes(Name));
        Assert.Equal([Name], Directory.GetFiles(_folder));
    }

    /// <summary>Returns the rows to delete: none, some at random, adjacent ones, or almost all.</summary>
    private static HashSet<int> Deleted(int seed)
    {
        var random = new Random(seed);
        return seed switch
        {
            0 => [.. Enumerable.Range(0, Rows).Where(_ => random.Next(10) == 0)],
            1 => [.. Enumerable.Range(45, 100)],
            2 => [.. Enumerable.Range(0, Rows).Where(row => row % 50 != 7)],
            3 => [.. Enumerable.Range(0, Rows).Where(row => row is < 30 or > 390 || random.Next(4) == 0)],
            4 => [],
            _ => [.. Enumerable.Range(0, Rows).Where(_ => random.Next(3) == 0)],
        };
    }

    /// <summary>Adds a property that so few documents have that it has no column.</summary>
    private static string WithRare(string document, int row) => row % 100 == 50 ? document[..^1] + $",\"rare\":\"r{row}\"}}" : document;

    /// <summary>Adds names, and extreme values, to a document that is to be deleted.</summary>
    private static string Secret(string document, int row)
    {
        var early = $$"""{"id":{{row}},"secret":"s{{row}}",{{(row % 40 == 0 ? $"\"hidden{row}\":[{row}]," : "")}}""";
        return early + document[(document.IndexOf(',', StringComparison.Ordinal) + 1)..]
            .Replace("\"price\":", "\"price\":9", StringComparison.Ordinal)
            .Replace("\"word\":\"w", "\"word\":\"zzz", StringComparison.Ordinal);
    }

    private static void Write(string path, IEnumerable<string> documents, CollectionOptions options, int commitRows = int.MaxValue)
    {
        using var writer = CollectionWriter.Create(path, options);
        var row = 0;
        foreach (var document in documents)
        {
            writer.Add(Encoding.UTF8.GetBytes(document));
            if (++row % commitRows == 0)
            {
                writer.Commit();
            }
        }

        writer.Commit();
    }

    private static byte[] RandomBytes(Random random)
    {
        var bytes = new byte[150];
        random.NextBytes(bytes);
        return bytes;
    }

    private static byte[] StripeBytes(string path, int number)
    {
        using var reader = CollectionReader.Open(path);
        var stripe = reader.Snapshot.Stripes[number].Reference;
        return File.ReadAllBytes(path).AsSpan((int)stripe.Origin, (int)stripe.Length).ToArray();
    }

    private void Delete(HashSet<int> rows)
    {
        using var writer = CollectionWriter.Append(Name);
        foreach (var row in rows)
        {
            Assert.True(writer.DeleteRow(row));
        }

        writer.Commit();
    }

    private List<long> Count(string[] filters)
    {
        using var reader = CollectionReader.Open(Name);
        return [.. filters.Select(filter => reader.Scan().Where(Filter.Parse(filter)).Count())];
    }
}
