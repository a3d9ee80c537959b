using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

[Collection(AvailableDatabases.Collection)]
public class DateModelTests
{
    public static TheoryData<string> Models => [.. DateModel.All.Select(model => model.Name)];

    [Theory]
    [MemberData(nameof(Models))]
    public void Dates_round_trip_and_keep_their_order(string name)
    {
        var model = Model(name);
        var dates = Dates().Order().ToArray();
        var stored = dates.Select(model.Encode).ToArray();
        Assert.Equal(stored.Order(), stored);
        Assert.Equal(dates, stored.Select(model.ToMilliseconds));
    }

    [Theory]
    [MemberData(nameof(Models))]
    public void Month_bounds_split_the_years_without_gaps(string name)
    {
        var model = Model(name);
        foreach (var date in Dates())
        {
            var time = DateTimeOffset.FromUnixTimeMilliseconds(date);
            var (from, before) = model.MonthBounds(time.Year, time.Month);
            Assert.True(model.Encode(date) >= from && model.Encode(date) < before);
            var nextMonth = new DateTimeOffset(time.Year, time.Month, 1, 0, 0, 0, TimeSpan.Zero).AddMonths(1);
            Assert.True(model.Encode(nextMonth.ToUnixTimeMilliseconds() - 1) < before);
            Assert.True(model.Encode(nextMonth.ToUnixTimeMilliseconds()) >= before);
        }

        var first = model.Encode(RowGenerator.FirstMillisecond);
        Assert.Equal(model.YearBounds(RowGenerator.FirstYear).From, name == "bitpack" ? first - (1L << 30) : first);
    }

    [Theory]
    [MemberData(nameof(Models))]
    public void The_sum_of_date_fields_equals_the_sum_computed_by_NET(string name)
    {
        var model = Model(name);
        var dates = Dates().ToArray();
        var expected = dates.Select(DateTimeOffset.FromUnixTimeMilliseconds)
            .Sum(date => (long)date.Year + date.Month + date.Day + date.Hour + date.Minute + date.Second + date.Millisecond);
        Assert.Equal(expected, model.SumFields([.. dates.Select(model.Encode)]));
    }

    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void The_year_computed_in_SQL_is_the_year_of_the_date(string databaseName) => AvailableDatabases.Use(databaseName, database =>
    {
        foreach (var model in DateModel.All)
        {
            using var connection = database.Open();
            var table = new WorkloadTable(database);
            table.Create(connection, withDateIndex: true);
            var generator = new RowGenerator(3);
            var rows = Enumerable.Range(0, 500).Select(ordinal => generator.Generate(ordinal)).ToArray();
            table.Insert(connection, rows, [.. rows.Select(row => model.Encode(row.Milliseconds))]);

            var statement = connection.Statement(table.ExtractYearSql(model));
            foreach (var year in rows.GroupBy(row => DateTimeOffset.FromUnixTimeMilliseconds(row.Milliseconds).Year))
            {
                statement.Bind(0, (long)year.Key);
                statement.Query();
                Assert.True(statement.Read());
                Assert.Equal(year.Count(), statement.GetInt64(0));
                Assert.False(statement.Read());
            }

            WorkloadTable.Drop(connection);
        }
    });

    private static DateModel Model(string name) => DateModel.All.Single(model => model.Name == name);

    private static IEnumerable<long> Dates()
    {
        var generator = new RowGenerator(2);
        return Enumerable.Range(0, 1_000).Select(ordinal => generator.Generate(ordinal).Milliseconds);
    }
}
