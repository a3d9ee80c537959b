using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections.Query.Rows;

/// <summary>Maps the dates of all selected rows to the start of their interval, such as an hour or a month.</summary>
internal static class InstantMapping
{
    /// <summary>Maps dates.</summary>
    /// <param name="expression">The expression that maps the seconds of instants.</param>
    /// <param name="days">The table of its values by day.</param>
    /// <param name="dates">The dates, as counts of a unit.</param>
    /// <param name="unit">The unit.</param>
    /// <param name="validity">One bit for each row, set if it has a date. Cleared for rows whose result is null.</param>
    /// <param name="instants">Receives the seconds since the start of the counts.</param>
    public static void Map(BoundExpression expression, DayParts days, ReadOnlySpan<long> dates, int unit, Span<ulong> validity, Span<long> instants)
    {
        if (dates.IsEmpty)
        {
            return;
        }

        if (!TryMapIntervals(expression, dates, unit, instants) && !TryMapDays(expression, days, dates, unit, validity, instants))
        {
            MapRows(expression, dates, unit, validity, instants);
        }
    }

    /// <summary>Maps dates to intervals of the same length, if the dates are not too far apart.</summary>
    private static bool TryMapIntervals(BoundExpression expression, ReadOnlySpan<long> dates, int unit, Span<long> instants)
    {
        var seconds = expression.IntervalSeconds;
        var range = AggregateKernel.Of(dates);
        if (seconds == 0 || unit == DateUnit.Days || MapDate(expression, range.Min, unit) is not { } first)
        {
            return false;
        }

        var perSecond = PerSecond(unit);
        var (start, width) = ((Int128)first * perSecond, (Int128)seconds * perSecond);
        if (start < long.MinValue || start > range.Min || range.Max - start > QuotientKernel.Most || width > QuotientKernel.Most)
        {
            return false;
        }

        QuotientKernel.ToIntervals(dates, (long)start, (long)width, first, seconds, instants);
        return true;
    }

    /// <summary>Looks up the result for each date in a table by day, if the result depends only on the day.</summary>
    private static bool TryMapDays(BoundExpression expression, DayParts days, ReadOnlySpan<long> dates, int unit, Span<ulong> validity, Span<long> instants)
    {
        if ((unit != DateUnit.Days && expression.IntervalSeconds != 0) || !days.TryStart(dates, unit, instants))
        {
            return false;
        }

        var hasNone = false;
        for (var row = 0; row < instants.Length; row++)
        {
            ref var value = ref days[instants[row]];
            if (value == DayParts.Unknown)
            {
                value = MapDate(expression, instants[row], DateUnit.Days) ?? DayParts.None;
            }

            hasNone |= value == DayParts.None;
            instants[row] = value;
        }

        for (var row = 0; hasNone && row < instants.Length; row++)
        {
            validity[row >> 6] &= ~((instants[row] == DayParts.None ? 1UL : 0) << row);
        }

        return true;
    }

    /// <summary>Maps dates one by one. Consecutive rows often have the same date.</summary>
    private static void MapRows(BoundExpression expression, ReadOnlySpan<long> dates, int unit, Span<ulong> validity, Span<long> instants)
    {
        long last = 0;
        long? mapped = null;
        for (var row = 0; row < dates.Length; row++)
        {
            if (!MaskKernel.IsSet(validity, row))
            {
                continue;
            }

            if (mapped is null || dates[row] != last)
            {
                last = dates[row];
                mapped = MapDate(expression, last, unit);
            }

            if (mapped is { } instant)
            {
                instants[row] = instant;
            }
            else
            {
                validity[row >> 6] &= ~(1UL << row);
            }
        }
    }

    /// <summary>Returns the seconds of the result for a date since the start of the counts, or null if the result is null.</summary>
    private static long? MapDate(BoundExpression expression, long date, int unit)
    {
        var seconds = unit == DateUnit.Days ? date * Timestamp.SecondsPerDay : FloorDivide(date, PerSecond(unit));
        return expression.MapSeconds(seconds + DateEpoch.Tarantool) - DateEpoch.Tarantool;
    }

    private static long PerSecond(int unit) => unit > DateUnit.Seconds ? DateCount.Ratio(DateUnit.Seconds, unit) : 1;

    private static long FloorDivide(long value, long divisor) => (value / divisor) - (value % divisor < 0 ? 1 : 0);
}
