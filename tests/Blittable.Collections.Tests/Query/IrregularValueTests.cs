using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;
using Blittable.Dates;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests values that columns, documents and JSON text could easily treat differently, but must not.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class IrregularValueTests
{
    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Containment_must_be_satisfied_by_a_single_element(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(
            ["""{"items":[{"a":1,"b":2},{"a":3,"b":4}],"rows":[[1,2],[3,4]]}""", """{"items":[{"a":1,"b":4}],"rows":[[1,4]]}"""], layout, "$.items", "$.rows");

        Assert.Equal([1], Rows(reader, Filter.Contains("$.items[*]", """{"a":1,"b":4}""")));
        Assert.Equal([1], Rows(reader, Filter.Contains("$.rows[*]", "[1,4]")));
        Assert.Equal([0, 1], Rows(reader, Filter.Contains("$.items[*]", """{"a":1}""")));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void An_object_does_not_contain_an_array_element(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(["""{"x":{"p":1,"q":null}}""", """{"x":[1]}""", """{"x":[null]}""", """{"x":1}"""], layout, "$.x[*]");

        Assert.Equal([1], Rows(reader, Filter.Contains("$.x", "[1]")));
        Assert.Equal([1, 3], Rows(reader, Filter.Contains("$.x", "1")));
        Assert.Equal([2], Rows(reader, Filter.Contains("$.x", "null")));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_wildcard_matches_properties_and_elements(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open([.. Enumerable.Repeat("""{"x":[1,2]}""", 60), """{"x":{"p":1}}""", """{"x":{"p":[2]}}"""], layout, "$.x[*]");

        Assert.Equal(61, Rows(reader, Filter.Where("$.x[*]", FilterOperator.Equal, 1)).Count);
        Assert.Equal(61, Rows(reader, Filter.Contains("$.x[*]", "2")).Count);
    }

    /// <summary>So many names are data that the schema leaves all of them out, but keeps the arrays.</summary>
    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_wildcard_matches_properties_that_the_schema_leaves_out(CollectionLayout layout)
    {
        var documents = Enumerable.Range(0, 2000).Select(i => i % 6 == 0 ? $$$"""{"x":{"k{{{i}}}":{{{i}}}}}""" : $$$"""{"x":[{{{i}}}]}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = layout }));

        Assert.All((int[])[0, 1, 6, 600, 1998, 1999], row => Assert.Equal([row], Rows(reader, Filter.Where("$.x[*]", FilterOperator.Equal, row))));
        Assert.Equal(2000, reader.Scan().Where(Filter.Exists("$.x[*]")).Count());
        Assert.Equal(2000 - 334, reader.Scan().Unnest("$.x[*]").Count());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_number_beyond_the_range_of_decimal_is_not_rounded_to_a_decimal(CollectionLayout layout)
    {
        using var reader = SampleCollection.Open(["""{"x":5e-324}""", """{"x":0}""", """{"x":0.00000000000000000000000000000001}"""], layout);

        Assert.Equal([1], Rows(reader, Filter.Where("$.x", FilterOperator.Equal, 0)));
        Assert.Equal(3, reader.Scan().GroupBy("$.x").Aggregate(Aggregate.Count()).Count);
        Assert.Equal([5e-324, 0, 1e-32], Doubles(reader));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Doubles_round_trip_to_the_last_bit(CollectionLayout layout)
    {
        string[] texts = ["376.80529122092076", "908.5381025953861", "992.9701015320467", "0.1", "245.88277435204142"];
        using var reader = SampleCollection.Open(texts.Select(text => $$"""{"x":{{text}}}"""), layout);

        Assert.Equal(texts.Select(text => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)), Doubles(reader));
        Assert.Equal(0.1, ((QueryValue)0.1m).GetDouble());
        Assert.Equal(-7.9228162514264337593543950335e27, ((QueryValue)(-7922816251426433759354395033.5m)).GetDouble());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_double_from_a_builder_keeps_its_digits(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout }, leaveOpen: true))
        using (var builder = new BlittableBuilder())
        {
            builder.WriteStartObject();
            builder.WritePropertyName("x");
            builder.WriteNumber(0.12345678901234566);
            builder.WriteEndObject();
            writer.Add(builder);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);

        Assert.Equal([0.12345678901234566], Doubles(reader));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Dates_that_differ_by_nanoseconds_are_distinct_at_any_distance(CollectionLayout layout)
    {
        string[] dates = ["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999000Z", "2024-01-02T03:04:05.000000006Z", "0001-01-01T00:00:00Z"];
        using var reader = SampleCollection.Open(dates.Select(date => $$"""{"at":"{{date}}"}"""), layout, "$.at");

        for (var row = 0; row < dates.Length; row++)
        {
            Assert.Equal([row], Rows(reader, Filter.Where("$.at", FilterOperator.Equal, dates[row])));
            Assert.Equal(dates[row], Assert.Single(reader.FindAll("$.at", dates[row])).Root.GetProperty("at").GetString());
        }

        Assert.Equal(dates.Length, reader.Scan().GroupBy("$.at").Aggregate(Aggregate.Count()).Count);
        Assert.Equal("9999-12-31T23:59:59.999999999Z", reader.Scan().Aggregate(Aggregate.Max("$.at"))[0, 0].ToString());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Dates_around_the_last_count_of_nanoseconds_are_distinct(CollectionLayout layout)
    {
        string[] dates = ["2303-04-12T23:47:16.854775807Z", "2303-04-12T23:47:16.854775808Z", "2303-04-12T23:47:16.854775809Z"];
        using var reader = SampleCollection.Open(dates.Select(date => $$"""{"at":"{{date}}"}"""), layout, "$.at");

        Assert.All(dates, (date, row) => Assert.Equal([row], Rows(reader, Filter.Where("$.at", FilterOperator.Equal, date))));
        Assert.Equal([1, 2], Rows(reader, Filter.Where("$.at", FilterOperator.Greater, dates[0])));
        Assert.Equal(dates.Length, reader.Scan().GroupBy("$.at").Aggregate(Aggregate.Count()).Count);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Dates_keep_their_time_zones(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Indexes = ["$.at"] }, leaveOpen: true))
        using (var builder = new BlittableBuilder())
        {
            foreach (ushort zone in (ushort[])[0, 7, 9])
            {
                var date = new Timestamp(1_800_000_000 + zone, 0, 60, zone);
                builder.Reset();
                builder.WriteStartObject();
                builder.WritePropertyName("at");
                builder.WriteDate(date, DateTextForm.For(date));
                builder.WriteEndObject();
                writer.Add(builder);
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);

        Assert.Equal([0, 7, 9], Enumerable.Range(0, 3).Select(row => (int)reader.Get(row).Root.GetProperty("at").GetTimestamp().ZoneIndex));
        Assert.Equal([1], Rows(reader, Filter.Where("$.at", FilterOperator.Equal, "2027-01-15T08:00:07Z")));
        Assert.Equal([1, 2], Rows(reader, Filter.Where("$.at", FilterOperator.Greater, "2027-01-15T08:00:00Z")));
    }

    [Fact]
    public void Long_strings_are_found_in_any_compressed_form()
    {
        string[] words = ["carefully", "final", "deposits", "sleep", "among", "the", "ironic", "packages"];
        var random = new Random(3);
        var texts = Enumerable.Range(0, 400).Select(row => string.Join(' ', random.GetItems(words, random.Next(15, 90))) + row).ToArray();
        using var reader = SampleCollection.Open(texts.Select(text => $$"""{"x":"{{text}}"}"""));
        Assert.Equal(ChunkFormat.Symbols, reader.Snapshot.Stripes[0].Directory.Nodes[1].Strings!.Chunk(0).Format);

        Assert.All(texts, text => Assert.Equal(text, Assert.Single(reader.FindAll("$.x", text)).Root.GetProperty("x").GetString()));
        Assert.Empty(reader.FindAll("$.x", texts[0] + "0"));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void The_minimum_of_several_kinds_prefers_numbers_then_dates_then_strings_then_booleans(CollectionLayout layout)
    {
        string[] values = ["7.5", "-1.5", "\"b\"", "\"a\"", "true", "false", "\"2024-01-02\"", "\"2024-01-01\"", "null", "[0]"];
        var documents = values.SelectMany((value, i) => Enumerable.Repeat($$"""{"g":{{i / 2}},"x":{{value}}}""", 20));
        using var reader = SampleCollection.Open(documents, layout, "$.x");

        var groups = reader.Scan().WithWorkers(2, TimeSpan.Zero).GroupBy("$.g").Aggregate(Aggregate.Min("$.x"), Aggregate.Max("$.x"));

        Assert.Equal(["-1.5", "\"a\"", "false", "\"2024-01-01\"", "null"], Enumerable.Range(0, groups.Count).Select(row => groups[row, 1].ToJson()));
        Assert.Equal(["7.5", "\"b\"", "true", "\"2024-01-02\"", "null"], Enumerable.Range(0, groups.Count).Select(row => groups[row, 2].ToJson()));
        Assert.Equal("-1.5", reader.Scan().Aggregate(Aggregate.Min("$.x"))[0, 0].ToJson());
        var stringsAndBooleans = reader.Scan().Where("$.g", FilterOperator.NotEqual, 3).Where("$.g", FilterOperator.Greater, 0);
        Assert.Equal("\"a\"", stringsAndBooleans.Aggregate(Aggregate.Min("$.x"))[0, 0].ToJson());
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_document_that_lacks_a_factor_is_ignored_even_if_the_other_factor_is_huge(CollectionLayout layout)
    {
        string[] documents = ["""{"a":2.5,"b":4,"g":1}""", """{"a":1e400,"b":null,"g":1}""", """{"a":1e400,"g":1}""", """{"a":1e400,"b":"x","g":1}"""];
        using var reader = SampleCollection.Open(documents, layout, "$.a", "$.b", "$.g");

        Assert.Equal(10, reader.Scan().Aggregate(Aggregate.Sum("$.a", "$.b"))[0, 0].GetDouble());
        Assert.Equal(10, reader.Scan().GroupBy("$.g").Aggregate(Aggregate.Average("$.a", "$.b"))[0, 1].GetDouble());
    }

    [Theory]
    [InlineData(CollectionLayout.Rows, 1)]
    [InlineData(CollectionLayout.Rows, 3)]
    [InlineData(CollectionLayout.Columns, 1)]
    [InlineData(CollectionLayout.Columns, 3)]
    public void Sums_of_numbers_with_very_different_scales_do_not_overflow(CollectionLayout layout, int workers)
    {
        // Chunk groups of 64 rows, each exact by itself.
        var large = Enumerable.Repeat("""{"x":9000000000000000000,"g":1}""", 64);
        string[] documents = [.. large, .. Enumerable.Repeat("""{"x":0.123456789012345678,"g":1}""", 64), .. large];
        using var reader = SampleCollection.Open(documents, layout);
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);

        Assert.Equal(1.152e21, scan.Aggregate(Aggregate.Sum("$.x"))[0, 0].GetDouble(), 1e9);
        Assert.Equal(1.152e21, scan.GroupBy("$.g").Aggregate(Aggregate.Sum("$.x"))[0, 1].GetDouble(), 1e9);
        Assert.Equal(6e18, scan.GroupBy("$.g").Aggregate(Aggregate.Average("$.x"))[0, 1].GetDouble(), 1e7);
    }

    private static List<long> Rows(CollectionReader reader, Filter filter)
    {
        var rows = reader.Scan().Where(filter).Select("$").SelectMany(batch => batch.RowNumbers.ToArray()).ToList();
        Assert.Equal(rows.Count, reader.Scan().Where(filter).Count());
        return rows;
    }

    private static IEnumerable<double> Doubles(CollectionReader reader)
    {
        var table = reader.Scan().Select("$.x").ToTable();
        return Enumerable.Range(0, table.Count).Select(row => table[row, 0].GetDouble());
    }
}
