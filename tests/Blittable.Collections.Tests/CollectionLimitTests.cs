using System.Text;
using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests;

/// <summary>Tests collections just below, at and just above each limit.</summary>
public sealed class CollectionLimitTests
{
    private const int SomeStripeRows = 300;
    private const int SomeChunkRows = 130;

    public static TheoryData<CollectionLayout, int> SmallLimits()
    {
        var data = new TheoryData<CollectionLayout, int>();
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            // One block of packed integers, one chunk, two chunks, one stripe, a stripe and a chunk, two stripes.
            foreach (var limit in (int[])[128, SomeChunkRows, 2 * SomeChunkRows, SomeStripeRows, SomeStripeRows + SomeChunkRows, 2 * SomeStripeRows])
            {
                data.Add(layout, limit);
            }
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(SmallLimits))]
    public void Rows_around_a_chunk_or_stripe_boundary_are_all_found(CollectionLayout layout, int limit)
    {
        var options = new CollectionOptions { Layout = layout, StripeRows = SomeStripeRows, ChunkRows = SomeChunkRows, Key = "$.n" };
        foreach (var count in Around(limit))
        {
            using var reader = Open(count, options);
            AssertRows(reader, count, limit);
            foreach (var row in RowsAround(count, limit))
            {
                using var found = reader.Find(row);
                Assert.Equal(Json(row), found?.Root.ToJson());
            }

            Assert.Null(reader.Find(count));
        }
    }

    [Theory]
    [InlineData(CollectionOptions.MaxChunkRows - 1)]
    [InlineData(CollectionOptions.MaxChunkRows)]
    [InlineData(CollectionOptions.MaxChunkRows + 1)]
    public void The_largest_chunk_holds_exactly_its_maximum_number_of_rows(int count)
    {
        using var reader = Open(count, new CollectionOptions { ChunkRows = CollectionOptions.MaxChunkRows });
        AssertRows(reader, count, CollectionOptions.MaxChunkRows);

        // Each number is its own group: up to the number of groups that are counted without a hash table, and one more.
        Assert.Equal(count, reader.Scan().GroupBy("$.n").Aggregate(Aggregate.Count()).Count);
    }

    [Fact]
    public void A_default_stripe_holds_exactly_its_number_of_rows()
    {
        var stream = new MemoryStream();
        var rows = new CollectionOptions().StripeRows;
        using (var writer = CollectionWriter.Create(stream, leaveOpen: true))
        {
            Add(writer, 0, rows - 1);
            Assert.Equal(rows - 1, writer.PendingCount);
            Add(writer, rows - 1, rows);
            Assert.Equal(0, writer.PendingCount);
            Add(writer, rows, rows + 1);
            Assert.Equal((1, rows + 1), (writer.PendingCount, writer.Count));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        AssertRows(reader, rows + 1, rows);
    }

    [Fact]
    public void Deleted_documents_do_not_count_towards_a_full_stripe()
    {
        using var writer = CollectionWriter.Create(new MemoryStream(), new CollectionOptions { StripeRows = 40, ChunkRows = 16, Key = "$.n" });
        Add(writer, 0, 39);
        Assert.Equal(39, writer.PendingCount);
        Assert.True(writer.Delete(7));
        Add(writer, 39, 40);
        Assert.Equal(39, writer.PendingCount);
        Add(writer, 40, 41);
        Assert.Equal(0, writer.PendingCount);
        Add(writer, 41, 42);
        Assert.Equal((1, 41), (writer.PendingCount, writer.Count));
    }

    [Theory]
    [InlineData(-1, 10)]
    [InlineData(0, 10)]
    [InlineData(1, 11)]
    public void A_stripe_is_written_with_the_document_that_reaches_the_byte_limit(int beyondTen, int rows)
    {
        var stored = new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = StringCompression.None, ShareValues = false };
        using var document = BlittableDocument.Parse(Json(1), stored);
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, leaveOpen: true))
        {
            writer.MostStripeBytes = (10 * document.Bytes.Length) + beyondTen;
            for (var i = 1; i <= rows; i++)
            {
                writer.Add(document.Root);
                Assert.Equal(i % rows, writer.PendingCount);
            }

            writer.Add(document.Root);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal([rows, 1], reader.Snapshot.Stripes.Select(stripe => stripe.Rows));
        Assert.Equal(rows + 1, reader.Scan().Where("$.n", FilterOperator.Equal, 1).Count());
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 0)]
    [InlineData(CollectionOptions.MaxStripeRows + 1, 1)]
    [InlineData(1, CollectionOptions.MaxChunkRows + 1)]
    public void Stripes_and_chunks_with_no_rows_or_too_many_are_rejected(int stripeRows, int chunkRows) =>
        Assert.Throws<ArgumentException>(
            () => CollectionWriter.Create(new MemoryStream(), new CollectionOptions { StripeRows = stripeRows, ChunkRows = chunkRows }));

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, CollectionOptions.MaxChunkRows)]
    [InlineData(CollectionOptions.MaxStripeRows, 1)]
    [InlineData(CollectionOptions.MaxStripeRows, CollectionOptions.MaxChunkRows)]
    public void The_minimum_and_maximum_rows_of_stripes_and_chunks_are_accepted(int stripeRows, int chunkRows)
    {
        using var reader = Open(3, new CollectionOptions { StripeRows = stripeRows, ChunkRows = chunkRows });
        AssertRows(reader, 3, 2);
    }

    /// <summary>Values beyond a limit have no column and are found in the residual documents.</summary>
    [Theory]
    [InlineData("elements of an array", 256)]
    [InlineData("levels", 48)]
    [InlineData("paths", 2048)]
    public void Values_have_columns_up_to_each_limit_and_are_found_beyond_it(string parts, int limit)
    {
        foreach (var count in Around(limit))
        {
            var documents = Enumerable.Range(0, 2).Select(row => $$"""{"n":{{row}},"x":{{Value(parts, count, row).Json}}}""").ToList();
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { ChunkRows = 1 }));
            var (_, last, column) = Value(parts, count, 0);

            Assert.Equal(count <= limit, reader.GetColumns().Any(known => known.Path == column));
            Assert.Equal(documents, CollectionFile.ReadAll(reader));
            for (var row = 0; row < documents.Count; row++)
            {
                using var document = reader.Get(row);
                Assert.Equal(documents[row], document.Root.ToJson());
                Assert.Equal([row], Rows(reader.Scan().Where(last, FilterOperator.Equal, row)));
            }
        }
    }

    private static int[] Around(int limit) => [limit - 1, limit, limit + 1];

    private static IEnumerable<int> RowsAround(int count, int limit) =>
        ((int[])[0, limit - 2, limit - 1, limit, count - 1]).Where(row => row >= 0 && row < count).Distinct();

    /// <summary>Returns a value with the given number of parts, of which the last is the row number, the path of that number, and its column.</summary>
    private static (string Json, string Last, string Column) Value(string parts, int count, int row)
    {
        switch (parts)
        {
            case "elements of an array":
                return ($"[{string.Concat(Enumerable.Repeat("-1,", count - 1))}{row}]", $"$.x[{count - 1}]", "$.x[*]");
            case "levels":
                // The document itself is a level.
                var path = "$.x" + string.Concat(Enumerable.Repeat(".a", count - 1));
                return (string.Concat(Enumerable.Repeat("{\"a\":", count - 1)) + row + new string('}', count - 1), path, path);
            default:
                // The document, its two names and nine objects have paths, too.
                var full = string.Concat(Enumerable.Range(0, 8).Select(i => $"\"o{i}\":{{{Names(250)}}},"));
                var rest = $"{{{Names(count - 12 - (8 * 250) - 1)},\"last\":{row}}}";
                return ($"{{{full}\"o8\":{rest}}}", "$.x.o8.last", "$.x.o8.last");
        }
    }

    private static string Names(int count) => string.Join(',', Enumerable.Range(0, count).Select(i => $"\"n{i}\":{i}"));

    private static string Json(int row) => $$"""{"n":{{row}},"s":"{{(row % 2 == 0 ? "even" : "odd")}}"}""";

    private static void Add(CollectionWriter writer, int first, int end)
    {
        for (var row = first; row < end; row++)
        {
            writer.Add(Encoding.UTF8.GetBytes(Json(row)));
        }
    }

    private static CollectionReader Open(int count, CollectionOptions options) =>
        CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, count).Select(Json), options));

    /// <summary>Asserts that all added rows are present, in stripes and chunks of the sizes in the options, each at its position.</summary>
    private static void AssertRows(CollectionReader reader, int count, int limit)
    {
        var (stripeRows, chunkRows) = (reader.Options.StripeRows, reader.Options.ChunkRows);
        Assert.Equal((count, count), (reader.Count, reader.RowCount));
        Assert.Equal(Enumerable.Range(0, count).Chunk(stripeRows).Select(rows => rows.Length), reader.Snapshot.Stripes.Select(stripe => stripe.Rows));
        Assert.All(reader.Snapshot.Stripes, stripe => Assert.Equal((stripe.Rows + chunkRows - 1) / chunkRows, stripe.GroupCount));
        foreach (var row in RowsAround(count, limit))
        {
            using var document = reader.Get(row);
            Assert.Equal(Json(row), document.Root.ToJson());
            Assert.Equal([row], Rows(reader.Scan().Where("$.n", FilterOperator.Equal, row)));
        }

        Assert.False(reader.TryGet(count, out _));
        Assert.Equal(Enumerable.Range(0, count).Skip(limit - 2), Rows(reader.Scan().Where("$.n", FilterOperator.GreaterOrEqual, limit - 2)));
        Assert.Equal(count / 2, reader.Scan().Where("$.s", FilterOperator.Equal, "odd").Count());
    }

    private static IEnumerable<int> Rows(CollectionScan scan) =>
        scan.Select("$.n").SelectMany(batch => batch.RowNumbers.ToArray()).Select(row => (int)row);
}
