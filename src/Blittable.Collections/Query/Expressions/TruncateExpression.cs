using Blittable.Dates;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the start of the unit of time, in UTC, that contains an instant.</summary>
internal sealed class TruncateExpression(ScanExpression source, DatePart part) : MappedExpression(source)
{
    /// <summary>The number of days from Monday to 1970-01-01, a Thursday.</summary>
    private const long DaysFromMonday = 3;

    private static readonly long FirstDay = DateOnly.MinValue.DayNumber - new DateOnly(1970, 1, 1).DayNumber;
    private static readonly long LastDay = DateOnly.MaxValue.DayNumber - new DateOnly(1970, 1, 1).DayNumber;

    public override string ToString() => $"date_trunc({part.ToString().ToLowerInvariant()}, {Source})";

    protected override bool MapsSeconds => true;

    protected override long IntervalSeconds => part switch
    {
        DatePart.Second => 1,
        DatePart.Minute => 60,
        DatePart.Hour => 3600,
        DatePart.Day => Timestamp.SecondsPerDay,
        DatePart.Week => 7 * Timestamp.SecondsPerDay,
        _ => 0,
    };

    protected override QueryValue Map(in QueryValue value) =>
        value.Kind == QueryValueKind.Date && MapSeconds(value.GetTimestamp().UnixSeconds) is { } seconds
            ? QueryValue.FromTimestamp(new Timestamp(seconds))
            : QueryValue.Null;

    protected override long? MapSeconds(long seconds)
    {
        var day = FloorDivide(seconds, Timestamp.SecondsPerDay);
        return part switch
        {
            DatePart.Second => seconds,
            DatePart.Minute => FloorDivide(seconds, 60) * 60,
            DatePart.Hour => FloorDivide(seconds, 3600) * 3600,
            DatePart.Day => day * Timestamp.SecondsPerDay,
            DatePart.Week => ((FloorDivide(day + DaysFromMonday, 7) * 7) - DaysFromMonday) * Timestamp.SecondsPerDay,
            _ => day < FirstDay || day > LastDay ? null : StartOfMonth(day) * Timestamp.SecondsPerDay,
        };
    }

    private long StartOfMonth(long day)
    {
        var epoch = new DateOnly(1970, 1, 1).DayNumber;
        var date = DateOnly.FromDayNumber((int)day + epoch);
        var month = part switch { DatePart.Month => date.Month, DatePart.Quarter => ((date.Month - 1) / 3 * 3) + 1, _ => 1 };
        return new DateOnly(date.Year, month, 1).DayNumber - epoch;
    }

    private static long FloorDivide(long value, long divisor) => (value / divisor) - (value % divisor < 0 ? 1 : 0);
}
