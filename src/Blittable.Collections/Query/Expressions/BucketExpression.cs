using System.Globalization;
using Blittable.Collections.Query.Values;
using Blittable.Dates;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the start of the fixed-width interval that contains an instant.</summary>
internal sealed class BucketExpression(ScanExpression source, TimeSpan width, DateTimeOffset origin) : MappedExpression(source)
{
    /// <summary>The default origin: a Monday.</summary>
    public static readonly DateTimeOffset DefaultOrigin = new(2000, 1, 3, 0, 0, 0, TimeSpan.Zero);

    private const int NanosecondsPerTick = 100;

    private readonly Int128 _width = (Int128)width.Ticks * NanosecondsPerTick;
    private readonly Int128 _origin = DateCount.ToNanoseconds(Timestamp.FromDateTimeOffset(origin));

    public override string ToString() => origin.UtcTicks == DefaultOrigin.UtcTicks
        ? $"time_bucket(\"{width:c}\", {Source})"
        : string.Create(CultureInfo.InvariantCulture, $"time_bucket(\"{width:c}\", {Source}, {QueryValue.FromTimestamp(Timestamp.FromDateTimeOffset(origin)).ToJson()})");

    protected override bool MapsSeconds => width.Ticks % TimeSpan.TicksPerSecond == 0 && origin.Ticks % TimeSpan.TicksPerSecond == 0;

    protected override long IntervalSeconds => width.Ticks / TimeSpan.TicksPerSecond;

    protected override long? MapSeconds(long seconds)
    {
        var (start, length) = (origin.ToUnixTimeSeconds(), width.Ticks / TimeSpan.TicksPerSecond);
        var distance = (Int128)seconds - start;
        var bucket = start + (((distance / length) - (distance % length < 0 ? 1 : 0)) * length);
        return bucket >= long.MinValue ? (long)bucket : null;
    }

    protected override QueryValue Map(in QueryValue value)
    {
        if (value.Kind != QueryValueKind.Date)
        {
            return QueryValue.Null;
        }

        var distance = DateCount.ToNanoseconds(value.GetTimestamp()) - _origin;
        var start = _origin + (((distance / _width) - (distance % _width < 0 ? 1 : 0)) * _width);
        return DateCount.TryFromNanoseconds(start, out var timestamp) ? QueryValue.FromTimestamp(timestamp) : QueryValue.Null;
    }
}
