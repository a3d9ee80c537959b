using System.Buffers.Binary;

namespace Blittable.Collections.Tests.Query.Specification;

/// <summary>Tests the sentences of QUERIES.md about computed numbers, and about values that only some documents can store.</summary>
public sealed class ComputedValueTests
{
    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_remainder_has_the_sign_of_the_dividend(CollectionLayout layout)
    {
        using var reader = Open(layout, "7", "-7", "7.5", "-0.5", "1e-50");
        foreach (var divisor in (long[])[5, -5])
        {
            Assert.Equal("2 -2 2.5 -0.5 1E-50", Line(reader.Scan().Select((ScanExpression.Path("$.v") % divisor).As("x")).ToTable()));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_computed_number_has_an_exponent_if_its_first_digit_is_beyond_the_38th_place(CollectionLayout layout)
    {
        using var reader = Open(layout, "1e37", "1e38", "12e36", "-1e38", "1e-38", "1e-39", "1.50e-39", "2.50");
        string[] expected =
        [
            $"1{new string('0', 37)}", "1E+38", $"12{new string('0', 36)}", "-1E+38", $"0.{new string('0', 37)}1", "1E-39", "1.5E-39", "2.5",
        ];
        Assert.Equal(string.Join(' ', expected), Line(reader.Scan().Select((ScanExpression.Path("$.v") * 1).As("x")).ToTable()));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Sums_and_averages_do_not_depend_on_the_order_of_rows(CollectionLayout layout)
    {
        string[] values = ["1000000000000000000000000000000000000.25", "1e-50", "-1e-50", "2", "-7", "1e40", "-1e40", "0.1", "-0.1"];
        for (var seed = 0; seed < 5; seed++)
        {
            new Random(seed).Shuffle(values);
            using var reader = Open(layout, values);
            foreach (var workers in (int[])[1, 3])
            {
                Assert.Equal(
                    "999999999999999999999999999999999995.25 111111111111111111111111111111111110.58",
                    Line(reader.Scan().WithWorkers(workers, TimeSpan.Zero).Aggregate(Aggregate.Sum("$.v"), Aggregate.Average("$.v"))));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_number_with_an_exponent_does_not_change_computations_with_its_neighbours(CollectionLayout layout)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 300).Select(i => $$"""{"a":{{(i == 150 ? "1e-1" : "0.1")}},"b":0.2}"""), CollectionFile.Small with { Layout = layout, Columns = ["$.a"] }));

        Assert.Equal(300, reader.Scan().Where(ScanExpression.Path("$.a") + "$.b", FilterOperator.Equal, 0.3).Count());
        Assert.Equal("30 0.1 1", Line(reader.Scan().Aggregate(Aggregate.Sum("$.a"), Aggregate.Average("$.a"), Aggregate.CountDistinct("$.a"))));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void NaN_and_the_infinities_of_MessagePack_count_as_null(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Columns = ["$.v"] }, leaveOpen: true))
        {
            foreach (var number in (double[])[1.5, double.NaN, double.PositiveInfinity, double.NegativeInfinity, -2])
            {
                byte[] bytes = [0x81, 0xA1, (byte)'v', 0xCB, 0, 0, 0, 0, 0, 0, 0, 0];
                BinaryPrimitives.WriteDoubleBigEndian(bytes.AsSpan(4), number);
                using var document = BlittableMessagePack.ToDocument(bytes);
                writer.Add(document.Root);
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal("1.5 null null null -2", Line(reader.Scan().Select("$.v").ToTable()));
        Assert.Equal("2 -2 1.5", Line(reader.Scan().Aggregate(Aggregate.Count("$.v"), Aggregate.Min("$.v"), Aggregate.Max("$.v"))));
        Assert.Equal((3, 5), (Count(reader, FilterOperator.Equal, QueryValue.Null), (int)reader.Scan().Where(Filter.Exists("$.v")).Count()));
        using var json = CollectionWriter.Create(new MemoryStream());
        Assert.Throws<BlittableException>(() => json.Add("""{"v":NaN}"""u8));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_string_is_a_date_only_if_the_document_stores_it_as_a_date(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Columns = ["$.v"] }, leaveOpen: true))
        {
            foreach (var detectDates in (bool[])[true, false])
            {
                using var document = BlittableDocument.Parse("""{"v":"2024-02-29"}""", new BlittableOptions { DetectDates = detectDates });
                writer.Add(document.Root);
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        var table = reader.Scan().Select("$.v").ToTable();
        Assert.Equal((QueryValueKind.Date, QueryValueKind.String), (table[0, 0].Kind, table[1, 0].Kind));
        Assert.Equal((2, 1), (Count(reader, FilterOperator.Equal, "2024-02-29"), Count(reader, FilterOperator.Equal, "2024-02-29T00:00:00Z")));
        Assert.Equal((1, 1), (Count(reader, FilterOperator.Equal, new DateOnly(2024, 2, 29)), Count(reader, FilterOperator.Less, new DateOnly(2024, 3, 1))));
        foreach (var (path, json) in ((string, string)[])[("$.v", "\"{0}\""), ("$", "{\"v\":\"{0}\"}")])
        {
            Assert.Equal((2, 1), (Contained(path, json, "2024-02-29"), Contained(path, json, "2024-02-29T00:00:00Z")));
        }

        Assert.Equal("\"2024-02-01T00:00:00Z\" null", Line(reader.Scan().Select(ScanExpression.Path("$.v").Truncate(DatePart.Month).As("x")).ToTable()));

        int Contained(string path, string json, string date) => (int)reader.Scan().Where(Filter.Contains(path, json.Replace("{0}", date, StringComparison.Ordinal))).Count();
    }

    private static CollectionReader Open(CollectionLayout layout, params string[] values) => CollectionReader.Open(CollectionFile.Write(
        values.Select(value => $$"""{"v":{{value}}}"""), new CollectionOptions { Layout = layout, Columns = ["$.v"], StripeRows = 100, ChunkRows = 4 }));

    private static int Count(CollectionReader reader, FilterOperator comparison, QueryValue value) => (int)reader.Scan().Where("$.v", comparison, value).Count();

    private static string Line(QueryTable table) =>
        string.Join(' ', Enumerable.Range(0, table.Count).SelectMany(row => table.GetRow(row).ToArray()).Select(value => value.ToJson()));
}
