using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Represents a table of values by day, such as the year or the start of the month. The entries are computed on first use.</summary>
internal sealed class DayParts
{
    /// <summary>The number of days before and after the days of a batch, so that the days of the next batches are usually in the table.</summary>
    private const int Margin = 1 << 10;

    private long[] _parts = [];
    private long _first;

    /// <summary>The maximum number of days of a batch.</summary>
    private const int MostDays = 1 << 13;

    /// <summary>The entry of a day whose value is unknown, and of a day without a value.</summary>
    public const long Unknown = long.MinValue, None = long.MaxValue;

    /// <summary>Gets or sets an upper bound of the absolute values.</summary>
    public long Largest { get; set; }

    /// <summary>Gets the entry of a day of the current batch.</summary>
    public ref long this[long day] => ref _parts[(int)(day - _first)];

    /// <summary>Starts a batch, and converts its dates to days, if they are not too far apart.</summary>
    /// <param name="dates">The dates, as counts of a unit.</param>
    /// <param name="unit">The unit.</param>
    /// <param name="days">Receives the days.</param>
    public bool TryStart(ReadOnlySpan<long> dates, int unit, Span<long> days)
    {
        var range = AggregateKernel.Of(dates);
        var perDay = unit == DateUnit.Days ? 1 : DateCount.Ratio(DateUnit.Days, unit);
        var (first, last) = (FloorDivide(range.Min, perDay), FloorDivide(range.Max, perDay));
        var start = (Int128)first * perDay;
        if (dates.IsEmpty || (Int128)last - first >= MostDays || start < long.MinValue || range.Max - start > QuotientKernel.Most)
        {
            return false;
        }

        Start(first, last);
        if (unit == DateUnit.Days)
        {
            dates.CopyTo(days);
        }
        else
        {
            QuotientKernel.ToIntervals(dates, (long)start, perDay, first, 1, days);
        }

        return true;
    }

    private static long FloorDivide(long value, long divisor) => (value / divisor) - (value % divisor < 0 ? 1 : 0);

    private void Start(long first, long last)
    {
        if (first < _first || last >= _first + _parts.Length)
        {
            _first = first - Margin;
            _parts = new long[(int)(last - first) + (2 * Margin)];
            _parts.AsSpan().Fill(Unknown);
        }
    }
}
