using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Stripes;

/// <summary>Tests the dictionary of a stripe for strings that repeat from chunk to chunk.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class SharedStringsTests
{
    private static readonly CollectionOptions Options = new() { StripeRows = 8000, ChunkRows = 2000, Indexes = ["$.url"] };

    private static readonly List<string?> Urls = [.. Enumerable.Range(0, 12_000).Select(i => i % 50 == 3 ? null : $"/page/{i * 7919L % 1500}/grüße")];

    [Fact]
    public void A_column_with_medium_cardinality_has_a_stripe_dictionary()
    {
        using var reader = Open(out _);
        var column = reader.GetColumns().Single(column => column.Path == "$.url");

        Assert.Equal(["StripeDictionary"], column.Encodings);
        Assert.True(8 * column.Bytes < 40L * Urls.Count, $"{column.Bytes} bytes");
        Assert.Equal(Documents(), CollectionFile.ReadAll(reader));
        for (var row = 0; row < Urls.Count; row += 317)
        {
            using var document = reader.Get(row);
            Assert.Equal(Document(row), document.Root.ToJson());
        }
    }

    [Fact]
    public void Columns_with_unique_or_very_few_strings_have_no_stripe_dictionary()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 6000).Select(i => $$"""{"all":"text {{i}}","few":"text {{i % 9}}"}"""), new CollectionOptions { ChunkRows = 2000 }));

        Assert.DoesNotContain(reader.GetColumns(), column => column.Encodings.Contains("StripeDictionary"));
    }

    [Fact]
    public void Queries_and_lookups_work_on_the_codes_of_a_stripe_dictionary()
    {
        using var reader = Open(out _);
        var groups = reader.Scan().GroupBy("$.url").Aggregate(Aggregate.Count(), Aggregate.Sum("$.n"));
        Assert.Equal(
            Urls.Select((url, n) => (Url: url ?? "", N: n)).GroupBy(pair => pair.Url).OrderBy(group => group.Key, StringComparer.Ordinal)
                .Select(group => $"{group.Key}:{group.Count()}:{group.Sum(pair => pair.N)}"),
            Enumerable.Range(0, groups.Count).Select(row => $"{groups[row, 0]}:{groups[row, 1]}:{groups[row, 2]}"));
        Assert.Equal(Urls.Distinct().Count(url => url is not null), reader.Scan().Aggregate(Aggregate.CountDistinct("$.url"))[0, 0].GetInt64());

        const string wanted = "/page/77/grüße";
        Assert.Equal(Urls.Count(url => url == wanted), reader.Scan().Where("$.url", FilterOperator.Equal, wanted).Count());
        Assert.Equal(
            Urls.Count(url => url is not null && string.CompareOrdinal(url, wanted) < 0), reader.Scan().Where("$.url", FilterOperator.Less, wanted).Count());
        Assert.Equal(Urls.Count(url => url?.Contains("9/", StringComparison.Ordinal) == true), reader.Scan().Where(Filter.HasText("$.url", "9/")).Count());
        Assert.Equal(Urls.Max(StringComparer.Ordinal), reader.Scan().Aggregate(Aggregate.Max("$.url"))[0, 0].GetString());
        var found = new List<long>();
        reader.FindAll(BlittablePath.Parse("$.url"), [wanted], (row, _) => found.Add(row));
        Assert.Equal(Urls.Index().Where(pair => pair.Item == wanted).Select(pair => (long)pair.Index), found);
    }

    [Fact]
    public void The_code_of_a_string_is_its_position()
    {
        var shared = Shared("a", "b");

        Assert.Equal(0, shared.Find("a"u8));
        Assert.Equal(1, shared.Find("b"u8));
        Assert.Equal(-1, shared.Find("c"u8));
    }

    [Fact]
    public void Codes_are_read_as_strings()
    {
        var batch = new StringBatch();

        batch.Load(new ColumnReader<int>(new ColumnWriter<int>().Encode([1, 0, 1]).Span), Shared("a", "b"));

        Assert.Equal(["b", "a", "b"], Enumerable.Range(0, 3).Select(batch.GetString));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(-1)] // the code of a null in memory, which is never stored in a file
    [InlineData(-2)]
    [InlineData(int.MaxValue)]
    [InlineData(int.MinValue)]
    public void An_unknown_code_is_an_error(int code)
    {
        var batch = new StringBatch();
        var chunk = new ColumnWriter<int>().Encode([0, code]).ToArray();

        Assert.Throws<BlittableException>(() => batch.Load(new ColumnReader<int>(chunk), Shared("a", "b")));
        Assert.Throws<BlittableException>(() => batch.Gather(new ColumnReader<int>(chunk), [0, 1], Shared("a", "b")));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(2)]
    public void An_unknown_code_is_an_error_in_a_chunk_with_nulls(int code)
    {
        var writer = new ColumnWriter<int>();
        writer.WriteBatch([0, 0, code], [false, true, false]);
        var chunk = writer.Finish().ToArray();

        Assert.Throws<BlittableException>(() => new StringBatch().Load(new ColumnReader<int>(chunk), Shared("a", "b")));
    }

    [Fact]
    public void The_code_of_a_null_is_ignored()
    {
        var writer = new ColumnWriter<int>();
        writer.WriteBatch([1, 7, 0], [false, true, false]);
        var batch = new StringBatch();

        batch.Load(new ColumnReader<int>(writer.Finish().Span), Shared("a", "b"));

        Assert.Equal([false, true, false], Enumerable.Range(0, 3).Select(batch.IsNull));
        Assert.Equal("b", batch.GetString(0));
    }

    [Fact]
    public void Damaged_bytes_throw_nothing_but_BlittableException()
    {
        using (Open(out var stream))
        {
            var bytes = stream.ToArray();
            var random = new Random(11);
            for (var turn = 0; turn < 60; turn++)
            {
                var damaged = bytes.ToArray();
                damaged[8192 + random.Next(damaged.Length - 8192)] ^= (byte)(1 << random.Next(8));
                try
                {
                    using var reader = CollectionReader.Open(new MemoryStream(damaged));
                    reader.Scan().GroupBy("$.url").Aggregate(Aggregate.Count());
                    CollectionFile.ReadAll(reader);
                }
                catch (BlittableException)
                {
                    // The damage was detected, which is allowed.
                }
            }
        }
    }

    private static SharedStrings Shared(params string[] strings)
    {
        var writer = new StringColumnWriter();
        writer.WriteBatch(strings);
        return new SharedStrings(writer.Finish().Span);
    }

    private static CollectionReader Open(out MemoryStream stream) =>
        CollectionReader.Open(stream = CollectionFile.Write(Documents(), Options), leaveOpen: true);

    private static IEnumerable<string> Documents() => Enumerable.Range(0, Urls.Count).Select(Document);

    private static string Document(int n) => Urls[n] is { } url ? $$"""{"n":{{n}},"url":"{{url}}"}""" : $$"""{"n":{{n}},"url":null}""";
}
