using System.Runtime.CompilerServices;
using Blittable.Dates;

namespace Blittable.Tests.Dates;

[Trait(Category.Name, Category.Vector)]
public class TimestampTests
{
    [Fact]
    public void A_record_is_sixteen_bytes() => Assert.Equal(16, Unsafe.SizeOf<Timestamp>());

    [Fact]
    public void Framework_dates_are_restored()
    {
        var random = new Random(8);
        for (var i = 0; i < 10_000; i++)
        {
            var offset = TimeSpan.FromMinutes(random.Next(-840, 841));
            var date = new DateTimeOffset(random.NextInt64(TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay), offset);
            var value = Timestamp.FromDateTimeOffset(date);
            Assert.Equal(date, value.ToDateTimeOffset());
            Assert.Equal(date.Offset, value.ToDateTimeOffset().Offset);
            Assert.Equal(date.UtcDateTime, value.ToDateTime());
            Assert.Equal(date.UtcDateTime, Timestamp.FromDateTime(date.UtcDateTime).ToDateTime());
            var day = DateOnly.FromDateTime(date.UtcDateTime);
            Assert.Equal(day, Timestamp.FromDateOnly(day).ToDateOnly());
            Assert.Equal(day, value.ToDateOnly());
        }
    }

    [Fact]
    public void The_bounds_of_the_framework_range_are_restored()
    {
        Assert.Equal(DateTimeOffset.MinValue, Timestamp.FromDateTimeOffset(DateTimeOffset.MinValue).ToDateTimeOffset());
        Assert.Equal(DateTimeOffset.MaxValue, Timestamp.FromDateTimeOffset(DateTimeOffset.MaxValue).ToDateTimeOffset());
        Assert.Equal(DateOnly.MinValue, Timestamp.FromDateOnly(DateOnly.MinValue).ToDateOnly());
        Assert.Equal(DateOnly.MaxValue, Timestamp.FromDateOnly(DateOnly.MaxValue).ToDateOnly());
    }

    [Fact]
    public void Values_that_the_framework_cannot_represent_are_refused()
    {
        var first = Timestamp.FromDateTimeOffset(DateTimeOffset.MinValue).UnixSeconds;
        var last = Timestamp.FromDateTimeOffset(DateTimeOffset.MaxValue).UnixSeconds;
        Timestamp[] outside =
            [new(first - 1), new(last + 1), new(last, 2_000_000_000), new(0, 0, 841), new(first, 0, -1), new(last, 0, 1), new(long.MinValue)];
        foreach (var value in outside)
        {
            Assert.False(value.TryToDateTimeOffset(out _));
            Assert.Equal(BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => value.ToDateTimeOffset()).Code);
        }

        Assert.Throws<BlittableException>(() => new Timestamp(last + 1).ToDateTime());
    }

    [Fact]
    public void Order_and_equality_follow_the_instant()
    {
        var value = new Timestamp(5, 10, 60, 3);
        Assert.Equal(value, new Timestamp(5, 10));
        Assert.Equal(value.GetHashCode(), new Timestamp(5, 10).GetHashCode());
        Assert.True(value == new Timestamp(5, 10, -60));
        Assert.True(value != new Timestamp(5, 11));
        Assert.True(value < new Timestamp(5, 11) && new Timestamp(6, 0) > value && new Timestamp(-1, 999_999_999) < default(Timestamp));
        Assert.True(value <= new Timestamp(5, 10) && value >= new Timestamp(5, 10));
        Assert.Equal(0, value.CompareTo((object)new Timestamp(5, 10)));
        Assert.Equal(1, value.CompareTo(null));
        Assert.Throws<ArgumentException>(() => value.CompareTo("5"));
    }

    [Fact]
    public void ToString_shows_the_record()
    {
        Assert.Equal("2021-06-15T12:34:56.789+03:00", new Timestamp(1_623_749_696, 789_000_000, 180).ToString());
        Assert.Equal("1970-01-01T00:00:00Z", default(Timestamp).ToString());
        Assert.Equal("9223372036854775807s+0ns+0min", new Timestamp(long.MaxValue).ToString());
    }
}
