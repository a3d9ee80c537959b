using System.Globalization;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Layout;

namespace Blittable.Collections.Tests.Indexes;

/// <summary>Tests the membership filters of chunks with many distinct values: identifiers, digests and random dates.</summary>
public sealed class LargeFilterTests : IDisposable
{
    private const int Rows = 24_000, ChunkRows = 4_000, ChunkBytes = 12;

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Damaged => Path.Combine(_folder, "damaged.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(3_000, 20.0, 8, 0.035)]
    [InlineData(10_000, 12.0, 8, 0.035)]
    [InlineData(100_003, 16.0, 8, 0.035)]
    [InlineData(10_000, 9.0, 6, 0.08)]
    [InlineData(10_000, 6.0, 4, 0.17)]
    public void A_filter_contains_its_values_and_few_others(int values, double chunkBytesPerValue, int bits, double mostOthers)
    {
        var builder = new MembershipFilter.Builder();
        for (var i = 0; i < values; i++)
        {
            builder.Add(IndexHash.Of(i));
        }

        var filter = builder.Finish((int)(values * chunkBytesPerValue));

        Assert.True(filter.IsLarge);
        Assert.InRange(filter.Bytes.Length, (values * bits / 8) - 31, (values * bits / 8) + 1);
        Assert.All(Enumerable.Range(0, values), value => Assert.True(filter.MayContain(IndexHash.Of(value))));
        Assert.InRange(Enumerable.Range(values, 100_000).Count(value => filter.MayContain(IndexHash.Of(value))), 1, mostOthers * 100_000);
    }

    [Fact]
    public void A_chunk_with_less_than_six_bytes_per_value_has_no_large_filter()
    {
        var builder = new MembershipFilter.Builder();
        for (var run = 0; run < 2; run++)
        {
            for (var i = 0; i < 10_000; i++)
            {
                builder.Add(IndexHash.Of(i));
            }

            var filter = builder.Finish((10_000 * 6) - 1 + run);

            Assert.Equal((run == 0, run == 1), (filter.IsEmpty, filter.IsLarge));
        }
    }

    /// <summary>The bytes are part of the format. The checksum was computed by another implementation: 93 blocks, in which each of 3,000 values sets 6 bits.</summary>
    [Fact]
    public void A_filter_has_the_bytes_defined_by_the_format()
    {
        var builder = new MembershipFilter.Builder();
        for (var i = 0; i < 3_000; i++)
        {
            builder.Add(IndexHash.Of(i));
        }

        var bytes = builder.Finish(36_000).Bytes;

        Assert.Equal(((93 * 32) + 1, 6), (bytes.Length, bytes[^1]));
        Assert.Equal(0x60C1_1DE8u, Crc32C.Compute(bytes));
    }

    [Theory]
    [InlineData(CollectionLayout.Columns, BlockCompression.None)]
    [InlineData(CollectionLayout.Columns, BlockCompression.Zstandard)]
    [InlineData(CollectionLayout.Hybrid, BlockCompression.None)]
    public void Queries_for_rare_values_skip_chunk_groups_without_an_index(CollectionLayout layout, BlockCompression compression)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(Documents, Options with { Layout = layout, Compression = compression }));
        foreach (var row in (int[])[0, 7_777, Rows - 1])
        {
            Assert.Equal(1, Found(Filter.Where("$.text", FilterOperator.Equal, TextOf(row))));
            Assert.Equal(1, Found(Filter.Where("$.number", FilterOperator.Equal, NumberOf(row))));
            Assert.Equal(1, Found(Filter.Where("$.date", FilterOperator.Equal, DateOf(row))));
            Assert.Equal(2, Found(Filter.In("$.text", [TextOf(row), TextOf((row + 5_000) % Rows), "absent", 5])));
            foreach (var (path, key) in (ReadOnlySpan<(string, CollectionKey)>)[("$.text", new(TextOf(row))), ("$.number", new(NumberOf(row))), ("$.date", new(DateOf(row)))])
            {
                var found = new List<long>();
                reader.FindAll(BlittablePath.Parse(path), [key], (_, document) => found.Add(document.GetProperty("id"u8).GetInt64()));
                Assert.Equal([row], found);
            }
        }

        Assert.Equal(0, Found(Filter.Where("$.text", FilterOperator.Equal, $"{TextOf(5)}0")));
        Assert.Equal(0, Found(Filter.Where("$.number", FilterOperator.Equal, NumberOf(5) + 1)));

        // A filter excludes about 97 % of the 15 chunk groups that do not contain these values.
        QueryValue[] some = [TextOf(1), TextOf(5_001), TextOf(Rows - 1)];
        Assert.InRange(some.Sum(value => reader.Prune(Filter.Where("$.text", FilterOperator.Equal, value)).Sum(stripe => stripe.SkippedGroups)), 12, 15);

        long Found(Filter filter)
        {
            QueryStatistics? statistics = null;
            var count = reader.Scan().WithStatistics(found => statistics = found).Where(filter).Count();
            Assert.InRange(statistics!.SkippedChunkGroups, statistics.ChunkGroups - count - 3, statistics.ChunkGroups);
            return count;
        }
    }

    [Fact]
    public void Filters_take_at_most_a_twelfth_of_the_columns_and_other_columns_have_none()
    {
        using var plain = CollectionReader.Open(CollectionFile.Write(Documents, Options));
        using var indexed = CollectionReader.Open(CollectionFile.Write(Documents, Options with { Indexes = ["$.text", "$.number"] }));
        foreach (var path in (string[])["$.text", "$.number", "$.date"])
        {
            var filters = Size(plain, path, CollectionSpaceUse.Indexes);
            Assert.InRange(filters, Rows / 2, (Size(plain, path, CollectionSpaceUse.Columns) / ChunkBytes) + 64);
        }

        Assert.Equal(0, Size(plain, "$.id", CollectionSpaceUse.Indexes));
        Assert.Equal(0, Size(plain, "$.code", CollectionSpaceUse.Indexes));
        Assert.Equal(0, Size(plain, "$.prose", CollectionSpaceUse.Indexes));
        Assert.DoesNotContain(indexed.Snapshot.Stripes.SelectMany(stripe => stripe.Directory.Nodes), node => node.Path == "$.text" && HasFilters(node));
        Assert.Equal(plain.Snapshot.Source.Length, plain.GetSpace().Sum(use => use.Bytes));

        static long Size(CollectionReader reader, string path, CollectionSpaceUse use) =>
            reader.GetSpace().Where(space => space.Path == path && space.Use == use).Sum(space => space.Bytes);
    }

    [Fact]
    public void A_date_within_the_bounds_of_a_chunk_is_excluded_by_its_small_filter()
    {
        var documents = Enumerable.Range(0, 400).Select(row => $$"""{"at":"2024-01-{{1 + (row % 10 * 2):d2}}{{(row < 200 ? "" : "T05:30:00+05:30")}}"}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, Options with { ChunkRows = 100 }));

        Assert.Equal((40, 40, 0), (Count("2024-01-03"), Count("2024-01-03T02:00:00+02:00"), Count("2024-01-02")));
        Assert.InRange(Enumerable.Range(1, 9).Sum(day => reader.Prune(Equal($"2024-01-{2 * day:d2}")).Sum(stripe => stripe.SkippedGroups)), 20, 36);

        long Count(string date) => reader.Scan().Where(Equal(date)).Count();
        static Filter Equal(string date) => Filter.Where("$.at", FilterOperator.Equal, date);
    }

    [Fact]
    public void A_damaged_filter_is_reported_and_costs_no_document()
    {
        File.WriteAllBytes(Damaged, CollectionFile.Write(Documents, Options).ToArray());
        BlockReference block = default;
        using (var reader = CollectionReader.Open(Damaged))
        {
            reader.Validate();
            reader.Snapshot.Stripes[0].Directory.ForEachBlock((found, use, path) => block = path == "$.text" && use == CollectionSpaceUse.Indexes && found.Exists ? found : block);
        }

        var bytes = File.ReadAllBytes(Damaged);
        bytes[block.Offset + 100] ^= 4;
        File.WriteAllBytes(Damaged, bytes);
        using (var reader = CollectionReader.Open(Damaged))
        {
            foreach (var action in (Action[])[() => reader.Scan().Where("$.text", FilterOperator.Equal, TextOf(3)).Count(), () => reader.Validate()])
            {
                var exception = Assert.Throws<BlittableException>(action);
                Assert.Equal((BlittableErrorCode.InvalidData, block.Offset), (exception.Code, exception.Offset));
                Assert.Contains("membership filters of $.text", exception.Message, StringComparison.Ordinal);
            }

            Assert.Equal(Rows, reader.Scan().Where("$.text", FilterOperator.NotEqual, "").Count());
        }

        var report = CollectionRecovery.Recover(Damaged, Path.Combine(_folder, "recovered.blic"));

        Assert.Equal((Rows, 0), (report.Documents, report.LostDocuments));
        using var recovered = CollectionReader.Open(Path.Combine(_folder, "recovered.blic"));
        recovered.Validate();
        Assert.Equal(1, recovered.Scan().Where("$.text", FilterOperator.Equal, TextOf(3)).Count());
    }

    private static CollectionOptions Options { get; } = new() { StripeRows = 3 * ChunkRows, ChunkRows = ChunkRows, Columns = ["$.text", "$.number", "$.date"] };

    private static IEnumerable<string> Documents => Enumerable.Range(0, Rows)
        .Select(row => $$"""{"id":{{row}},"text":"{{TextOf(row)}}","number":{{NumberOf(row)}},"date":"{{DateOf(row)}}","code":{{(row * 7_919) % 5_003}},"prose":"the quick {{Mixed(row)}} fox"}""");

    private static ulong Mixed(int row) => IndexHash.Of(row + 1_000_000);

    private static string TextOf(int row) => $"{Mixed(row):x16}{Mixed(row) * 31:x16}";

    private static long NumberOf(int row) => (long)(Mixed(row) >> 1) & ~1L;

    private static string DateOf(int row) =>
        DateTime.UnixEpoch.AddTicks((long)(Mixed(row) % 10_000_000_000_000_000)).ToString("yyyy-MM-dd'T'HH:mm:ss.fffffff", CultureInfo.InvariantCulture) + $"{row % 100:00}Z";

    private static bool HasFilters(StripeNode node)
    {
        var isFound = false;
        node.ForEachBlock(1, (block, use) => isFound |= use == CollectionSpaceUse.Indexes && block.Exists);
        return isFound;
    }
}
