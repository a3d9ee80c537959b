using System.Globalization;
using Blittable.Collections;
using static Blittable.Collections.Aggregate;

// Packs events and runs the published queries Q1 to Q10 and two more over them. Uses only the API that old commits also have. Prints the size of the collection
// in bytes, and for each query the minimum processor time of many runs in milliseconds, which other processes disturb less than the elapsed time.
//
//     CompareQueries EVENTS COLLECTION SECONDS [QUERY]
const string amount = "$.amount", price = "$.price";
var (events, path, seconds) = (args[0], args[1], double.Parse(args[2], CultureInfo.InvariantCulture));
if (!File.Exists(path))
{
    using var writer = CollectionWriter.Create(path, new CollectionOptions { Key = "$.id" });
    foreach (var line in File.ReadLines(events))
    {
        writer.Add(System.Text.Encoding.UTF8.GetBytes(line));
    }

    writer.Commit();
}

Console.WriteLine($"bytes {new FileInfo(path).Length}");
using var reader = CollectionReader.Open(path);
var scan = reader.Scan();
var january = scan.Where("$.event_date", FilterOperator.GreaterOrEqual, new DateOnly(2024, 1, 1)).Where("$.event_date", FilterOperator.LessOrEqual, new DateOnly(2024, 1, 31));
var queries = new (string Name, Func<object> Ask)[]
{
    ("Q1", () => scan.Count()),
    ("Q2", () => scan.Aggregate(Sum(amount), Average(amount), Sum(price), Average(price))),
    ("Q3", () => scan.GroupBy("$.country_code").OrderBy("count", descending: true).Aggregate(Count(), Average("$.score"))),
    ("Q4", () => scan.GroupBy("$.event_type").Aggregate(Count(), Sum(amount), Average("$.duration_ms"), PercentileDiscrete(0.95, "$.duration_ms"))),
    ("Q5", () => january.GroupBy("$.event_date").OrderBy("$.event_date").Aggregate(Count(), Sum(amount), Average(price))),
    ("Q6", () => scan.Where(Filter.Contains("$.metadata", """{"os":"android"}""")).Aggregate(Count(), Average(amount))),
    ("Q7", () => scan.Where(Filter.Exists("$.metadata.campaign")).GroupBy("$.metadata.campaign").OrderBy("total", descending: true).Aggregate(Count(), Sum(amount).As("total"))),
    ("Q8", () => scan.Where(Filter.Contains("$.tags", """["tag_5"]""")).Aggregate(Count(), Average(price))),
    ("Q9", () => scan.Where("$.url", FilterOperator.StartsWith, "/page/1").Aggregate(Count(), Sum(amount))),
    ("Q10", () => scan.GroupBy("$.browser", "$.is_mobile").Aggregate(
        Count(), Sum(amount), Average(amount), Min(amount), Max(amount), Sum(price, "$.quantity"), Average("$.duration_ms"), CountDistinct("$.user_id"),
        Sum(amount).Where(Filter.Where("$.event_type", FilterOperator.Equal, "purchase")).As("purchases"))),
    ("user", () => scan.GroupBy("$.user_id").Aggregate(Sum(amount))),
    ("max", () => scan.Aggregate(Max(price), Min("$.score"))),
};
foreach (var (name, ask) in queries.Where(query => args.Length < 4 || query.Name == args[3]))
{
    var (least, begun) = (double.MaxValue, ThreadTime.Now);
    for (var run = 0; run < 30 || ThreadTime.Now - begun < seconds * 1000; run++)
    {
        var started = ThreadTime.Now;
        ask();
        least = Math.Min(least, ThreadTime.Now - started);
    }

    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name} {least:0.0000}"));
}
