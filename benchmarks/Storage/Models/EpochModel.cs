using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>Stores the date as milliseconds since 1970.</summary>
internal sealed class EpochModel : DateModel
{
    public override string Name => "epoch";

    public override string AddSecondSql => "cf3 + 1000";

    public override long Encode(long milliseconds) => milliseconds;

    public override long ToMilliseconds(long stored) => stored;

    public override long SumFields(ReadOnlySpan<long> stored)
    {
        var sum = 0L;
        foreach (var date in stored)
        {
            sum += EpochDate.Year(date) + EpochDate.Month(date) + EpochDate.Day(date)
                + EpochDate.Hour(date) + EpochDate.Minute(date) + EpochDate.Second(date) + EpochDate.Millisecond(date);
        }

        return sum;
    }

    public override (long From, long Before) MonthBounds(int year, int month)
    {
        var (first, last) = EpochDate.MonthBounds(year, month);
        return (first, last + 1);
    }

    public override string YearSql(SqlDialect dialect) => dialect switch
    {
        SqlDialect.PostgreSql => "extract(year from to_timestamp(cf3 / 1000.0))",
        SqlDialect.MySql => "year(from_unixtime(cf3 / 1000))",
        _ => "CAST(strftime('%Y', cf3 / 1000, 'unixepoch') AS INTEGER)",
    };
}
