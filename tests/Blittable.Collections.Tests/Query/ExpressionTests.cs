using System.Globalization;
using Blittable.Collections;
using Blittable.Dates;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares expressions in filters, groups, aggregates and selections with the same expressions computed for each document.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ExpressionTests
{
    private static readonly DateTimeOffset Start = new(2024, 1, 30, 22, 0, 0, TimeSpan.Zero);

    private static readonly List<Order> Orders = [.. Enumerable.Range(0, 400).Select(i => new Order(
        i, i % 9 == 0 ? null : i % 17, 1 + (i % 5), i % 6 == 0 ? null : (i % 90) / 4m, i % 23, Start.AddMinutes(i * 97), i % 3 == 0 ? $"{i}" : "x"))];

    public static TheoryData<CollectionLayout> Layouts => [CollectionLayout.Rows, CollectionLayout.Columns];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Arithmetic_is_exact_and_null_if_a_number_is_missing(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var total = (ScanExpression.Path("$.price") * "$.quantity") - ScanExpression.Coalesce("$.discount", 0);
        var expected = Orders.Where(order => order.Price is not null).Sum(order => (order.Price!.Value * order.Quantity) - (order.Discount ?? 0));

        Assert.Equal(expected, reader.Scan().Aggregate(Aggregate.Sum(total))[0, 0].GetDecimal());
        Assert.Equal(
            Orders.Count(order => (order.Price * order.Quantity) - (order.Discount ?? 0) > 30),
            reader.Scan().Where(total, FilterOperator.Greater, 30).Count());
        var plain = reader.Scan().Aggregate(
            Aggregate.Sum(ScanExpression.Path("$.price") + "$.discount"), Aggregate.Sum("$.price" - ScanExpression.Path("$.quantity")),
            Aggregate.Average(ScanExpression.Path("$.price") / 4), Aggregate.Max(ScanExpression.Path("$.id") % 7), Aggregate.Min(-ScanExpression.Path("$.id")));
        var both = Orders.Where(order => order is { Price: not null, Discount: not null });
        Assert.Equal(both.Sum(order => order.Price!.Value + order.Discount!.Value), plain[0, 0].GetDecimal());
        Assert.Equal(Orders.Where(order => order.Price is not null).Sum(order => order.Price!.Value - order.Quantity), plain[0, 1].GetDecimal());
        Assert.Equal(Orders.Where(order => order.Price is not null).Average(order => (double)order.Price!.Value / 4), plain[0, 2].GetDouble(), 1e-9);
        Assert.Equal((6, -399), ((int)plain[0, 3].GetInt64(), (int)plain[0, 4].GetInt64()));
        Assert.Equal(0, reader.Scan().Aggregate(Aggregate.Count(ScanExpression.Path("$.id") / 0))[0, 0].GetInt64());
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void The_least_and_greatest_integers_can_be_constants_in_any_operation(CollectionLayout layout)
    {
        using var reader = Open(layout);
        foreach (var constant in (string[])["-9223372036854775808", "9223372036854775807", "9007199254740993", "-9007199254740993"])
        {
            var number = decimal.Parse(constant, CultureInfo.InvariantCulture);
            foreach (var (symbol, compute) in (((string, Func<decimal, decimal>)[])[("+", id => id + number), ("-", id => id - number), ("*", id => id * number), ("%", id => id % number)]))
            {
                var expected = Orders.Count(order => compute(order.Id) > number / 2);
                Assert.Equal(expected, reader.Scan().Where(Filter.Parse($"$.id {symbol} {constant} > {(number / 2).ToString(CultureInfo.InvariantCulture)}")).Count());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Instants_are_truncated_to_date_parts(CollectionLayout layout)
    {
        using var reader = Open(layout);
        foreach (var part in Enum.GetValues<DatePart>())
        {
            var expected = Orders.GroupBy(order => Truncate(order.Created, part)).OrderBy(group => group.Key)
                .Select(group => $"{Timestamp.FromDateTimeOffset(group.Key)}:{group.Count()}");
            var table = reader.Scan().GroupBy(ScanExpression.Path("$.created").Truncate(part)).Aggregate(Aggregate.Count());
            Assert.Equal(expected, Lines(table));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Instants_are_grouped_into_buckets_of_equal_width(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var width = TimeSpan.FromHours(7);
        var origin = new DateTimeOffset(2025, 1, 1, 1, 0, 0, TimeSpan.Zero);
        var expected = Orders.GroupBy(order => origin + (Math.Floor((order.Created - origin) / width) * width)).OrderBy(group => group.Key)
            .Select(group => $"{Timestamp.FromDateTimeOffset(group.Key)}:{group.Sum(order => order.Quantity)}");
        var table = reader.Scan().GroupBy(ScanExpression.Path("$.created").Bucket(width, origin).As("bucket")).OrderBy("bucket").Aggregate(Aggregate.Sum("$.quantity"));

        Assert.Equal("bucket", table.Columns[0]);
        Assert.Equal(expected, Lines(table));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Values_are_cast_to_other_kinds(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var number = ScanExpression.Path("$.code").Cast(QueryValueKind.Number);
        Assert.Equal(Orders.Where(order => order.Code != "x").Sum(order => order.Id), reader.Scan().Aggregate(Aggregate.Sum(number))[0, 0].GetInt64());
        Assert.Equal(
            Orders.Count(order => order.Id % 10 == 7),
            reader.Scan().Where(Filter.EndsWith(ScanExpression.Path("$.id").Cast(QueryValueKind.String), "7")).Count());
        Assert.Throws<ArgumentOutOfRangeException>(() => ScanExpression.Path("$.id").Cast(QueryValueKind.Json));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Tables_are_joined_by_one_key(CollectionLayout layout)
    {
        using var reader = Open(layout);
        using var users = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, 12).Select(i => $$"""{"name":"u{{i}}","country":"c{{i % 3}}","age":{{i}}}""")));
        var table = CollectionLookup.From(users.Scan().Select("$.name", "$.country", "$.age"));
        var country = ScanExpression.Lookup(table, "$.user", "$.country").As("country");

        var age = ScanExpression.Lookup(table, "$.user", "$.age");
        var inner = reader.Scan().Where(Filter.In("$.user", table)).GroupBy(country).Aggregate(Aggregate.Count(), Aggregate.Sum(age));
        var left = reader.Scan().GroupBy(country).Aggregate(Aggregate.Count());
        var expected = Orders.Where(order => order.UserNumber < 12).GroupBy(order => $"c{order.UserNumber % 3}").OrderBy(group => group.Key)
            .Select(group => $"{group.Key}:{group.Count()}:{group.Sum(order => order.UserNumber)}");
        Assert.Equal(expected, Lines(inner));
        Assert.Equal(Orders.Count(order => order.UserNumber >= 12), left[0, 1].GetInt64());

        var semi = reader.Scan().Where(Filter.In("$.user", users.Scan().Where("$.age", FilterOperator.Less, 4), "$.name")).Count();
        Assert.Equal(Orders.Count(order => order.UserNumber < 4), semi);
        Assert.Equal(Orders.Count(order => order.Quantity is 2 or 5), reader.Scan().Where(Filter.In("$.quantity", [2, 5.0, "x", QueryValue.Null])).Count());
        Assert.Equal(
            BlittableErrorCode.InvalidOperation,
            Assert.Throws<BlittableException>(() => CollectionLookup.From(users.Scan().Select("$.country", "$.age"))).Code);
        Assert.Equal(BlittableErrorCode.NotFound, Assert.Throws<BlittableException>(() => ScanExpression.Lookup(table, "$.user", "$.none")).Code);
        Assert.Throws<ArgumentException>(() => ScanExpression.Lookup(table, ["$.user", "$.n"], "$.age"));
        Assert.Throws<ArgumentException>(() => Filter.In(["$.user", "$.n"], table));
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(100L)]
    public void Tables_are_joined_by_several_keys(long limit)
    {
        // A date also equals a key that is its text, and of several matching rows the one most similar to the scalars is found.
        string[] prices =
        [
            """{"sku":"a","day":"2024-03-01","price":1}""", """{"sku":"a","day":"2024-03-02","price":2}""", """{"sku":"b","day":"2024-03-01T00:00:00Z","price":3}""",
            """{"sku":"c","price":4}""", """{"sku":7,"day":1.0,"price":5}""",
        ];
        string[] sales =
        [
            """{"s":"a","d":"2024-03-01T01:00:00+01:00"}""", """{"s":"b","d":"2024-03-01"}""", """{"s":"b","d":"2024-03-02"}""", """{"s":7.0,"d":1}""", """{"s":"c"}""",
        ];
        foreach (var layout in new[] { CollectionLayout.Columns, CollectionLayout.Rows })
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(sales, CollectionFile.Small with { Layout = layout }));
            using var others = CollectionReader.Open(CollectionFile.Write(prices));
            foreach (var day in new ScanExpression[] { "$.day", ScanExpression.Coalesce(ScanExpression.Path("$.day").Cast(QueryValueKind.Number), ScanExpression.Path("$.day").Cast(QueryValueKind.String)) })
            {
                using var table = CollectionLookup.From(others.Scan().WithAnyMemoryLimit(limit).Select("$.sku", day, "$.price"), keys: 2);
                Assert.Equal((2, 4), (table.KeyCount, table.Count));
                var found = reader.Scan().Select(ScanExpression.Lookup(table, ["$.s", "$.d"], "$.price")).ToTable();
                Assert.Equal(["1", "3", "", "5", ""], Enumerable.Range(0, found.Count).Select(row => found[row, 0].ToString()));
                Assert.Equal(3, reader.Scan().Where(Filter.In(["$.s", "$.d"], table)).Count());
            }

            var twice = others.Scan().WithAnyMemoryLimit(limit).Select(ScanExpression.Constant(1), ScanExpression.Path("$.day").Truncate(DatePart.Month), "$.price");
            var fault = Assert.Throws<BlittableException>(() => CollectionLookup.From(twice, keys: 2));
            Assert.Contains("two rows with the key 1, \"2024-03-01T00:00:00Z\"", fault.Message, StringComparison.Ordinal);
            Assert.Throws<ArgumentOutOfRangeException>(() => CollectionLookup.From(twice, keys: 4));
            Assert.Throws<ArgumentOutOfRangeException>(() => CollectionLookup.From(twice, keys: 0));
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Groups_are_filtered_by_their_aggregates(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var expected = Orders.GroupBy(order => order.User).Where(group => group.Count() > 17 && group.Sum(order => order.Quantity) < 54)
            .OrderBy(group => group.Key, StringComparer.Ordinal).Select(group => $"{group.Key}:{group.Count()}:{group.Sum(order => order.Quantity)}");
        var table = reader.Scan().GroupBy("$.user").Having("count", FilterOperator.Greater, 17).Having("q", FilterOperator.Less, 54)
            .Aggregate(Aggregate.Count(), Aggregate.Sum("$.quantity").As("q"));

        Assert.Equal(expected, Lines(table));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Percentiles_are_continuous_or_discrete(CollectionLayout layout)
    {
        using var reader = Open(layout);
        var prices = Orders.Where(order => order.Price is not null).Select(order => order.Price!.Value).Order().ToList();
        foreach (var fraction in new[] { 0, 0.1, 0.25, 0.5, 0.9, 0.999, 1 })
        {
            var table = reader.Scan().Aggregate(
                Aggregate.PercentileDiscrete(fraction, "$.price"), Aggregate.ApproximatePercentile(fraction, "$.price"), Aggregate.Percentile(fraction, "$.price"));
            Assert.Equal((double)prices[Math.Max(0, (int)Math.Ceiling(fraction * prices.Count) - 1)], table[0, 0].GetDouble());
            Assert.Equal(table[0, 2].GetDouble(), table[0, 1].GetDouble(), 1e-9);
        }
    }

    [Fact]
    public void Approximate_aggregates_are_close_to_exact_ones()
    {
        var random = new Random(3);
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 20_000).Select(i => $$"""{"g":{{i % 2}},"k":"k{{random.Next(8000)}}","v":{{random.Next(1_000_000)}}e-4}"""),
            new CollectionOptions { ChunkRows = 1500 }));
        foreach (var workers in new[] { 1, 3 })
        {
            var table = reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy("$.g").Aggregate(
                Aggregate.CountDistinct("$.k"), Aggregate.ApproximateCountDistinct("$.k"),
                Aggregate.ApproximatePercentile(0.95, "$.v"), Aggregate.Percentile(0.95, "$.v"));
            for (var row = 0; row < 2; row++)
            {
                Assert.InRange(table[row, 2].GetDouble() / table[row, 1].GetDouble(), 0.95, 1.05);
                Assert.InRange(table[row, 3].GetDouble() - table[row, 4].GetDouble(), -1, 1);
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Groups_beyond_the_memory_limit_equal_groups_without_a_limit(int workers)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(
            Enumerable.Range(0, 20_000).Select(i => $$"""{"k":"key {{i % 9_000}}","n":{{i}},"x":{{(i % 3 == 0 ? "null" : "1.5")}} }"""),
            new CollectionOptions { ChunkRows = 4000 }));
        var grouped = reader.Scan().WithWorkers(workers, TimeSpan.Zero).GroupBy("$.k").OrderBy("count", descending: true).OrderBy("$.k");
        Aggregate[] aggregates =
        [
            Aggregate.Count(), Aggregate.Sum("$.n"), Aggregate.Count("$.x"), Aggregate.CountDistinct("$.n"), Aggregate.Percentile(0.5, "$.n"),
            Aggregate.Sum(ScanExpression.Path("$.n") * 2), Aggregate.Sum("$.n").Where(Filter.Where("$.n", FilterOperator.Less, 9000)).As("few"),
        ];

        Assert.Equal(Lines(grouped.Aggregate(aggregates)), Lines(grouped.WithMemoryLimit(1 << 20).Aggregate(aggregates)));
        Assert.Equal(Lines(grouped.Limit(5).Aggregate(aggregates)), Lines(grouped.WithMemoryLimit(1 << 20).Limit(5).Aggregate(aggregates)));
    }

    [Fact]
    public void Progress_is_reported_to_the_end_and_cancelled_queries_stop()
    {
        using var reader = Open(CollectionLayout.Columns);
        var shares = new Shares();
        reader.Scan().WithProgress(shares).GroupBy("$.user").Aggregate(Aggregate.Count());
        Assert.Equal(1, shares.Reported[^1]);
        Assert.Equal(shares.Reported.Order(), shares.Reported);

        using var stop = new CancellationTokenSource();
        stop.Cancel();
        Assert.Throws<OperationCanceledException>(() => reader.Scan().WithCancellation(stop.Token).GroupBy("$.user").Aggregate(Aggregate.Count()));
    }

    private static CollectionReader Open(CollectionLayout layout) => CollectionReader.Open(
        CollectionFile.Write(Orders.Select(order => order.ToJson()), new CollectionOptions { Layout = layout, StripeRows = 150, ChunkRows = 40 }));

    private static DateTimeOffset Truncate(DateTimeOffset value, DatePart part) => part switch
    {
        DatePart.Second => value,
        DatePart.Minute => new(value.Year, value.Month, value.Day, value.Hour, value.Minute, 0, TimeSpan.Zero),
        DatePart.Hour => new(value.Year, value.Month, value.Day, value.Hour, 0, 0, TimeSpan.Zero),
        DatePart.Day => new(value.Date, TimeSpan.Zero),
        DatePart.Week => new(value.Date.AddDays(-(((int)value.DayOfWeek + 6) % 7)), TimeSpan.Zero),
        DatePart.Month => new(value.Year, value.Month, 1, 0, 0, 0, TimeSpan.Zero),
        DatePart.Quarter => new(value.Year, 1 + ((value.Month - 1) / 3 * 3), 1, 0, 0, 0, TimeSpan.Zero),
        _ => new(value.Year, 1, 1, 0, 0, 0, TimeSpan.Zero),
    };

    private static IEnumerable<string> Lines(QueryTable table) =>
        Enumerable.Range(0, table.Count).Select(row => string.Join(':', table.GetRow(row).ToArray().Select(value => value.ToString())));

    private sealed class Shares : IProgress<double>
    {
        public List<double> Reported { get; } = [];

        public void Report(double value) => Reported.Add(value);
    }

    private sealed record Order(int Id, int? Discount, int Quantity, decimal? Price, int UserNumber, DateTimeOffset Created, string Code)
    {
        public string User => $"u{UserNumber}";

        public string ToJson()
        {
            var discount = Discount is null ? "" : $",\"discount\":{Discount}";
            var price = Price?.ToString(CultureInfo.InvariantCulture) ?? "null";
            var created = Created.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
            return $$"""{"id":{{Id}}{{discount}},"quantity":{{Quantity}},"price":{{price}},"user":"{{User}}","created":"{{created}}","code":"{{Code}}"}""";
        }
    }
}
