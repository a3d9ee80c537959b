using System.Globalization;
using Apache.Arrow;
using Apache.Arrow.Scalars;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <content>Types that few files have.</content>
internal sealed partial class RandomColumns
{
    private const long MillisecondsOfDay = 86_400_000, SecondsOf400Years = 146_097L * 86_400;

    private RandomColumn Rare(int count) => random.Next(forParquet ? 5 : 14) switch
    {
        0 => Fixed(Int16Type.Default, count, () => (short)random.Next(65536), Text),
        1 => Fixed(UInt8Type.Default, count, () => (byte)random.Next(256), Text),
        2 => Fixed(UInt32Type.Default, count, () => (uint)random.NextInt64(1L << 32), Text),
        3 => Bytes(LargeBinaryType.Default, count),
        4 => Fixed(new TimestampType(TimeUnit.Microsecond, "UTC"), count, () => random.Next(2) == 0 ? long.MaxValue : -long.MaxValue, value => Infinity(value > 0)),
        5 => Fixed(Date32Type.Default, count, () => random.Next(2) == 0 ? int.MaxValue : -int.MaxValue, value => Infinity(value > 0)),
        6 => Fixed(Date64Type.Default, count, NextDate64, Date64Text),
        7 => Fixed(new IntervalType(IntervalUnit.YearMonth), count, () => new YearMonthInterval(random.Next(-30, 30)), value => IntervalText(new MonthDayNanosecondInterval(value.Months, 0, 0))),
        8 => Fixed(
            new IntervalType(IntervalUnit.DayTime), count, () => new DayTimeInterval(random.Next(-40, 40), random.Next(-3, 4) * 500),
            value => IntervalText(new MonthDayNanosecondInterval(0, value.Days, value.Milliseconds * 1_000_000L))),
        9 => Durations(count),
        10 => Offsets(count),
        11 => DistantYears(count),
        12 => ByteBooleans(count),
        _ => BinaryViews(count),
    };

    private static string Infinity(bool isPositive) => isPositive ? "\"infinity\"" : "\"-infinity\"";

    private long NextDate64() => (random.Next(-700_000, 2_900_000) * MillisecondsOfDay) + (random.Next(2) == 0 ? 0 : random.NextInt64(MillisecondsOfDay));

    private static string Date64Text(long value)
    {
        var time = DateTime.UnixEpoch.AddMilliseconds(value);
        return Quote(time.ToString(value % MillisecondsOfDay == 0 ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HH:mm:ss.fff", CultureInfo.InvariantCulture));
    }

    private RandomColumn Durations(int count)
    {
        var unit = random.Next(3);
        var type = new[] { DurationType.Millisecond, DurationType.Microsecond, DurationType.Nanosecond }[unit];
        var second = (long)Math.Pow(1000, unit + 1);

        // Quarters of a second have at most two fraction digits, however small the unit is.
        return Fixed(type, count, () => random.NextInt64(-100_000, 100_000) * (second / 4), value =>
        {
            var whole = Math.Abs(value) / second;
            var sign = value < 0 ? "-" : "";
            var quarters = new[] { "", ".25", ".5", ".75" }[Math.Abs(value) % second / (second / 4)];
            var (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
            var text = (hours == 0 ? "" : $"{sign}{hours}H") + (minutes == 0 ? "" : $"{sign}{minutes}M") + (seconds == 0 && quarters.Length == 0 ? "" : $"{sign}{seconds}{quarters}S");
            return Quote(text.Length == 0 ? "PT0S" : "PT" + text);
        });
    }

    private RandomColumn Offsets(int count)
    {
        var (zone, minutes) = random.Next(2) == 0 ? ("+05:30", 330) : ("-03:00", -180);
        return Fixed(new TimestampType(TimeUnit.Second, zone), count, () => random.NextInt64(-60_000_000_000, 60_000_000_000), value =>
            Quote(DateTime.UnixEpoch.AddSeconds(value).AddMinutes(minutes).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture) + zone));
    }

    private RandomColumn DistantYears(int count)
    {
        // The calendar repeats after 400 years, so years that DateTime lacks are years of DateTime with another number.
        var valid = Valid(count);
        var near = Enumerable.Range(0, count).Select(_ => random.NextInt64(SecondsOf400Years)).ToArray();
        var cycles = near.Select(_ => random.Next(-60, 60)).ToArray();
        var values = near.Zip(cycles, (seconds, cycle) => seconds + (cycle * SecondsOf400Years));
        return Of(new TimestampType(TimeUnit.Second, (string?)null), valid, [Buffer(values)], near.Zip(cycles, (seconds, cycle) =>
        {
            var time = DateTime.UnixEpoch.AddSeconds(seconds);
            var year = time.Year + (400 * cycle);
            var sign = year < 0 ? "-" : year > 9999 ? "+" : "";
            return Quote(sign + Math.Abs(year).ToString("0000", CultureInfo.InvariantCulture) + time.ToString("-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture));
        }));
    }

    private RandomColumn ByteBooleans(int count)
    {
        var column = Fixed(Int8Type.Default, count, () => (sbyte)random.Next(-1, 3), value => value != 0 ? "true" : "false");
        return column with { Metadata = new Dictionary<string, string> { ["ARROW:extension:name"] = "arrow.bool8", ["ARROW:extension:metadata"] = "" } };
    }

    private RandomColumn BinaryViews(int count)
    {
        var builder = new BinaryViewArray.Builder();
        var json = new string[count];
        for (var i = 0; i < count; i++)
        {
            byte[]? bytes = random.Next(4) == 0 ? null : [.. NextBytes(), .. new byte[random.Next(20)]];
            _ = bytes is null ? builder.AppendNull() : builder.Append(bytes.AsSpan());
            json[i] = bytes is null ? "null" : Quote(Convert.ToBase64String(bytes));
        }

        return new RandomColumn(BinaryViewType.Default, builder.Build().Data, json);
    }
}
