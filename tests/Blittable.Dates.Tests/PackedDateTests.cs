using Blittable.Dates;

namespace Blittable.Dates.Tests;

[Trait(Category.Name, Category.Vector)]
public class PackedDateTests
{
    [Fact]
    public void Bitpack_stores_each_field_in_its_bits()
    {
        var value = Timestamp.FromDateTimeOffset(new DateTimeOffset(2021, 6, 15, 12, 34, 56, 789, TimeSpan.Zero));
        const long expected =
            789L          // milliseconds: bits 0-9
            | 56L << 10   // seconds
            | 34L << 17   // minutes
            | 12L << 24   // hours
            | 15L << 30   // day
            | 6L << 35    // month
            | 21L << 40   // year minus 2000
            | 2047L << 52; // tenant
        Assert.Equal(expected, BitpackDate.Pack(value, 2047));
        Assert.Equal(value, BitpackDate.Unpack(expected));
        Assert.Equal(2047, BitpackDate.Tenant(expected));
    }

    [Fact]
    public void Fields_match_the_calendar()
    {
        var random = new Random(9);
        for (var i = 0; i < 20_000; i++)
        {
            var date = new DateTime(random.NextInt64(DateTime.MaxValue.Ticks), DateTimeKind.Utc);
            date = date.AddTicks(-(date.Ticks % TimeSpan.TicksPerMillisecond));
            var value = Timestamp.FromDateTime(date);
            var fields = (date.Year, date.Month, date.Day, date.Hour, date.Minute, date.Second, date.Millisecond);
            var epoch = EpochDate.Pack(value);
            Assert.Equal(value, EpochDate.Unpack(epoch));
            var epochFields = (
                EpochDate.Year(epoch), EpochDate.Month(epoch), EpochDate.Day(epoch),
                EpochDate.Hour(epoch), EpochDate.Minute(epoch), EpochDate.Second(epoch), EpochDate.Millisecond(epoch));
            Assert.Equal(fields, epochFields);
            Assert.Equal(date.Year is >= BitpackDate.MinYear and <= BitpackDate.MaxYear, BitpackDate.TryPack(value, 5, out var packed));
            if (date.Year is >= BitpackDate.MinYear and <= BitpackDate.MaxYear)
            {
                Assert.Equal(value, BitpackDate.Unpack(packed));
                var packedFields = (
                    BitpackDate.Year(packed), BitpackDate.Month(packed), BitpackDate.Day(packed),
                    BitpackDate.Hour(packed), BitpackDate.Minute(packed), BitpackDate.Second(packed), BitpackDate.Millisecond(packed));
                Assert.Equal(fields, packedFields);
            }
        }
    }

    [Fact]
    public void Bounds_include_the_first_and_the_last_millisecond()
    {
        foreach (var (year, month, day) in ((int, int, int)[])[(2000, 1, 1), (2020, 2, 29), (2021, 12, 31), (6095, 12, 31)])
        {
            AssertBounds(new DateTime(year, 1, 1), new DateTime(year + 1, 1, 1), EpochDate.YearBounds(year), BitpackDate.YearBounds(year, 2047));
            var monthStart = new DateTime(year, month, 1);
            AssertBounds(monthStart, monthStart.AddMonths(1), EpochDate.MonthBounds(year, month), BitpackDate.MonthBounds(year, month, 2047));
            var dayStart = new DateTime(year, month, day);
            var date = DateOnly.FromDateTime(dayStart);
            AssertBounds(dayStart, dayStart.AddDays(1), EpochDate.DayBounds(date), BitpackDate.DayBounds(date, 2047));
        }

        Assert.Equal(253_402_300_799_999, EpochDate.YearBounds(9999).Last);
        Assert.Equal((2047L << 52, long.MaxValue), BitpackDate.TenantBounds(2047));

        static void AssertBounds(DateTime first, DateTime before, (long First, long Last) epoch, (long First, long Last) bitpack)
        {
            var from = Timestamp.FromDateTime(first);
            var last = Timestamp.FromDateTime(before.AddMilliseconds(-1));
            Assert.Equal((EpochDate.Pack(from), EpochDate.Pack(last)), epoch);
            Assert.InRange(BitpackDate.Pack(from, 2047), bitpack.First, bitpack.Last);
            Assert.InRange(BitpackDate.Pack(last, 2047), bitpack.First, bitpack.Last);
            if (first.Year > BitpackDate.MinYear)
            {
                Assert.True(BitpackDate.Pack(Timestamp.FromDateTime(first.AddMilliseconds(-1)), 2047) < bitpack.First);
            }
        }
    }

    [Fact]
    public void Bitpack_refuses_values_out_of_range()
    {
        var value = Timestamp.FromDateOnly(new DateOnly(2021, 1, 1));
        AssertRefused(
            ("tenant 2048", () => BitpackDate.Pack(value, 2048)),
            ("tenant -1", () => BitpackDate.Pack(value, -1)),
            ("1999", () => BitpackDate.Pack(Timestamp.FromDateOnly(new DateOnly(1999, 12, 31)))),
            ("6096", () => BitpackDate.Pack(Timestamp.FromDateOnly(new DateOnly(6096, 1, 1)))),
            ("bounds of 1999", () => BitpackDate.YearBounds(1999)),
            ("bounds of month 13", () => BitpackDate.MonthBounds(2021, 13)),
            ("bounds of tenant 2048", () => BitpackDate.TenantBounds(2048)));
    }

    [Fact]
    public void Epoch_refuses_values_out_of_range() =>
        AssertRefused(
            ("the last timestamp", () => EpochDate.Pack(new Timestamp(long.MaxValue))),
            ("bounds of 10000", () => EpochDate.YearBounds(10_000)),
            ("bounds of -1", () => EpochDate.YearBounds(-1)),
            ("bounds of a month of 10000", () => EpochDate.MonthBounds(10_000, 1)),
            ("bounds of month 0", () => EpochDate.MonthBounds(2021, 0)));

    private static void AssertRefused(params (string Value, Action Call)[] calls) => Assert.All(calls, call => Assert.Throws<BlittableException>(call.Call));

    [Theory]
    [InlineData(0)]                                            // month 0
    [InlineData(1L << 35)]                                     // day 0
    [InlineData((21L << 40) | (2L << 35) | (29L << 30))]       // 2021-02-29
    [InlineData((21L << 40) | (1L << 35) | (1L << 30) | (24L << 24))]
    [InlineData((21L << 40) | (1L << 35) | (1L << 30) | (60L << 17))]
    [InlineData((21L << 40) | (1L << 35) | (1L << 30) | (60L << 10))]
    [InlineData((21L << 40) | (1L << 35) | (1L << 30) | 1000)]
    [InlineData((21L << 40) | (1L << 35) | (1L << 30) | long.MinValue)]
    public void Fields_that_form_no_date_are_refused(long packed)
    {
        Assert.False(BitpackDate.TryUnpack(packed, out _));
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BitpackDate.Unpack(packed)).Code);
    }
}
