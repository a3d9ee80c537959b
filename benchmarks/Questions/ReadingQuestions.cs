using Blittable.Collections;
using Blittable.Datasets;
using static Blittable.Collections.Aggregate;

namespace Blittable.Benchmarks.Questions;

/// <summary>Defines questions about sensor readings.</summary>
internal static class ReadingQuestions
{
    private const string Sensor = "$.sensor", At = "$.ts", Value = "$.value";

    public static QuestionData Data { get; } = new(
        "series",
        "{sensor: 'VARCHAR', ts: 'TIMESTAMP', value: 'DECIMAL(9,3)', level: 'INTEGER', ok: 'BOOLEAN'}",
        (stream, rows) => Readings.Write(stream, rows),
        CollectionOptions.Default with { Layout = CollectionLayout.Columns },
        _ => All());

    private static IReadOnlyList<Question> All() =>
    [
        new("last 100 points of a sensor", "SELECT ts, value FROM t WHERE sensor = 'sensor-0123' ORDER BY ts DESC LIMIT 100",
            scan => scan.Where(Sensor, FilterOperator.Equal, "sensor-0123").Select(At, Value).OrderBy(At, true).Limit(100).ToTable(), 1, 0),
        new("latest 100 points", "SELECT ts, sensor, value FROM t ORDER BY ts DESC LIMIT 100", scan => scan.Select(At, Sensor, Value).OrderBy(At, true).Limit(100).ToTable(), 1, 0),
        new("mean by sensor", "SELECT sensor, avg(value), count(value) FROM t GROUP BY 1", scan => scan.GroupBy(Sensor).Aggregate(Average(Value), Count(Value)), 1),
        new("15-minute intervals of a sensor", "SELECT time_bucket(INTERVAL '15 minutes', ts), avg(value), max(value) FROM t WHERE sensor = 'sensor-0042' GROUP BY 1 ORDER BY 1",
            scan => scan.Where(Sensor, FilterOperator.Equal, "sensor-0042").GroupBy(ScanExpression.Parse("time_bucket('00:15:00', $.ts)")).Aggregate(Average(Value), Max(Value)), 1, 0),
        new("high values", "SELECT count(*), max(value) FROM t WHERE value > 21.5", scan => scan.Where(Value, FilterOperator.Greater, 21.5m).Aggregate(Count(), Max(Value))),
        new("extremes by hour", "SELECT date_trunc('hour', ts), min(value), max(value), avg(value) FROM t GROUP BY 1 ORDER BY 1",
            scan => scan.GroupBy(ScanExpression.Parse("date_trunc(hour, $.ts)")).Aggregate(Min(Value), Max(Value), Average(Value)), 1, 0),
        new("last value of each sensor", "SELECT sensor, arg_max(value, ts) FROM t GROUP BY 1", scan => scan.GroupBy(Sensor).Aggregate(ArgMax(Value, At)), 1),
        new("by hour of the day", "SELECT hour(ts), count(*), avg(value) FROM t GROUP BY 1 ORDER BY 1", scan => scan.GroupBy(ScanExpression.Parse("hour($.ts)")).Aggregate(Count(), Average(Value)), 1, 0),
        new("deviation by sensor", "SELECT sensor, stddev_samp(value) FROM t GROUP BY 1", scan => scan.GroupBy(Sensor).Aggregate(StandardDeviation(Value)), 1),
        new("one hour of all sensors", "SELECT count(*), sum(value) FROM t WHERE ts >= '2024-01-01 01:00:00' AND ts < '2024-01-01 02:00:00'",
            scan => scan.Where(Filter.Parse("$.ts >= 2024-01-01T01:00:00Z and $.ts < 2024-01-01T02:00:00Z")).Aggregate(Count(), Sum(Value))),
        new("99th percentile by level", "SELECT level, quantile_cont(value::DOUBLE, 0.99) FROM t GROUP BY 1 ORDER BY 1", scan => scan.GroupBy("$.level").Aggregate(Percentile(0.99, Value)), 1, 0),
        new("failures by sensor", "SELECT sensor, count(*) AS c FROM t WHERE NOT ok GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
            scan => scan.Where("$.ok", FilterOperator.Equal, false).GroupBy(Sensor).OrderBy("count", true).Limit(10).Aggregate(Count()), 1, 1),
        new("distance from a set point", "SELECT avg(abs(value - 20)), max(abs(value - 20)) FROM t",
            scan => scan.Aggregate(Average(ScanExpression.Parse("abs($.value - 20)")), Max(ScanExpression.Parse("abs($.value - 20)")))),
    ];
}
