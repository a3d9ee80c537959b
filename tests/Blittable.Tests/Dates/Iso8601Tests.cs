using System.Globalization;
using System.Text;
using Blittable.Dates;

namespace Blittable.Tests.Dates;

[Trait(Category.Name, Category.Vector)]
public class Iso8601Tests
{
    [Theory]
    [InlineData("1970-01-01", 0, 0, 0)]
    [InlineData("1970-01-01T00:00:00Z", 0, 0, 0)]
    [InlineData("1969-12-31T23:59:59.5Z", -1, 500_000_000, 0)]
    [InlineData("2021-06-15T12:34:56.789012345+03:00", 1_623_749_696, 789_012_345, 180)]
    [InlineData("2021-06-15t12:34:56z", 1_623_760_496, 0, 0)]
    [InlineData("2021-06-15 12:34:56", 1_623_760_496, 0, 0)]
    [InlineData("2000-02-29T00:00:00-00:00", 951_782_400, 0, 0)]
    [InlineData("2000-02-29T00:00:00-00:01", 951_782_460, 0, -1)]
    [InlineData("0000-01-01T00:00:00Z", -62_167_219_200, 0, 0)]
    [InlineData("9999-12-31T23:59:59.999999999-23:59", 253_402_387_139, 999_999_999, -1439)]
    public void A_date_is_read_and_written_back(string text, long seconds, uint nanoseconds, short offset)
    {
        Assert.True(Iso8601.TryParse(text, out var value, out var form));
        RandomDates.AssertSame(new Timestamp(seconds, nanoseconds, offset), value);
        Assert.Equal(text, Write(value, form));
        Assert.Equal(text.Length, form.TextLength);
    }

    [Theory]
    [InlineData("")]
    [InlineData("2021-06-1")]
    [InlineData("2021-00-01")]
    [InlineData("2021-13-01")]
    [InlineData("2021-17-01")]
    [InlineData("2021-01-00")]
    [InlineData("2021-04-31")]
    [InlineData("2021-02-29")]
    [InlineData("1900-02-29")]
    [InlineData("2021/06/15")]
    [InlineData("2021-06-15T")]
    [InlineData("2021-06-15Z")]
    [InlineData("2021-06-15T12:34")]
    [InlineData("2021-06-15T12:34Z")]
    [InlineData("2021-06-15T24:00:00Z")]
    [InlineData("2016-12-31T23:59:60Z")]
    [InlineData("2021-06-15T12:60:00Z")]
    [InlineData("2021-06-15T12:34:56.Z")]
    [InlineData("2021-06-15T12:34:56.")]
    [InlineData("2021-06-15T12:34:56,5Z")]
    [InlineData("2021-06-15T12:34:56.0123456789Z")]
    [InlineData("2021-06-15_12:34:56Z")]
    [InlineData("2021-06-15T12:34:56+3:00")]
    [InlineData("2021-06-15T12:34:56+0300")]
    [InlineData("2021-06-15T12:34:56+24:00")]
    [InlineData("2021-06-15T12:34:56+03:60")]
    [InlineData("2021-06-15T12:34:56*03:00")]
    [InlineData("2021-06-15T12:34:56.789012345+03:00Z")]
    [InlineData("2021-06-15T12:34:56ZZ")]
    [InlineData("２021-06-15")]
    [InlineData("+021-06-15")]
    public void Other_text_is_not_a_date(string text)
    {
        Assert.False(Iso8601.TryParse(Encoding.UTF8.GetBytes(text), out _, out _));
        Assert.False(Iso8601.TryParse(text, out _, out _));
    }

    [Fact]
    public void Every_text_form_is_restored()
    {
        var random = new Random(1);
        foreach (var form in RandomDates.AllForms())
        {
            for (var i = 0; i < 200; i++)
            {
                var value = RandomDates.NextFor(form, random);
                if (!Iso8601.TryFormat(value, form, new byte[Iso8601.MaxLength], out _))
                {
                    continue;
                }

                var text = Write(value, form);
                Assert.True(Iso8601.TryParse(text, out var read, out var readForm), text);
                RandomDates.AssertSame(value, read);
                var mayDiffer = form.Zone == DateTextZone.Offset && value.OffsetMinutes == 0;
                Assert.True(readForm == form || mayDiffer, text);
                Assert.Equal(text, Write(read, readForm));
            }
        }
    }

    [Fact]
    public void Every_day_of_ten_thousand_years_matches_the_framework()
    {
        for (var day = DateOnly.MinValue; day < DateOnly.MaxValue; day = day.AddDays(1))
        {
            var isDay = CivilDate.TryGetDays(day.Year, day.Month, day.Day, out var days);
            CivilDate.FromDays(days, out var year, out var month, out var dayOfMonth);
            if (!isDay || day.DayNumber - CivilDate.ClrDayOfUnixEpoch != days || day.Year != (int)year || day.Month != (int)month || day.Day != (int)dayOfMonth)
            {
                Assert.Fail($"{day:O} is day {days}, which is {year}-{month}-{dayOfMonth}.");
            }
        }
    }

    [Fact]
    public void The_framework_agrees_on_every_text_that_both_can_read()
    {
        var random = new Random(2);
        for (var i = 0; i < 5_000; i++)
        {
            var ticks = random.NextInt64(TimeSpan.TicksPerDay * 2, DateTime.MaxValue.Ticks - (TimeSpan.TicksPerDay * 2));
            var expected = new DateTimeOffset(ticks, TimeSpan.FromMinutes(random.Next(-840, 841)));
            var text = expected.ToString("O", CultureInfo.InvariantCulture);
            Assert.True(Iso8601.TryParse(text, out var value, out var form));
            Assert.Equal(expected, value.ToDateTimeOffset());
            Assert.Equal(expected.Offset, value.ToDateTimeOffset().Offset);
            Assert.Equal(text, Write(value, form));
        }
    }

    [Fact]
    public void The_vector_parser_and_its_scalar_twin_agree_on_damaged_text()
    {
        var random = new Random(3);
        var forms = RandomDates.AllForms().ToArray();
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        Span<byte> record = stackalloc byte[RawRecord.Length];
        Span<byte> recordOfFallback = stackalloc byte[RawRecord.Length];
        var refused = 0;
        for (var i = 0; i < 100_000; i++)
        {
            var form = forms[random.Next(forms.Length)];
            if (!Iso8601.TryFormat(RandomDates.NextFor(form, random), form, text, out var length))
            {
                continue;
            }

            for (var damage = random.Next(3); damage > 0; damage--)
            {
                const string likely = "0123456789-:.+ TtZz/;\0\u007f\u00b0";
                text[random.Next(length)] = random.Next(8) == 0 ? (byte)random.Next(256) : (byte)likely[random.Next(likely.Length)];
            }

            length = random.Next(8) == 0 ? random.Next(length + 1) : length;
            var candidate = text[..length];
            var expected = candidate.Length < Iso8601.DateLength ? -1 : Iso8601.ParseScalar(candidate, recordOfFallback);
            var actual = Iso8601.ParseToRecord(candidate, record);
            Assert.True(expected == actual, Encoding.Latin1.GetString(candidate));
            refused += actual < 0 ? 1 : 0;
            if (actual >= 0)
            {
                Assert.Equal(recordOfFallback, record);
            }
        }

        Assert.InRange(refused, 20_000, 80_000);
    }

    [Fact]
    public void A_record_outside_the_range_of_the_text_form_is_refused()
    {
        var text = new byte[Iso8601.MaxLength];
        Assert.False(Iso8601.TryFormat(new Timestamp(long.MaxValue), DateTextForm.Utc, text, out _));
        Assert.False(Iso8601.TryFormat(new Timestamp(long.MinValue), DateTextForm.Utc, text, out _));
        Assert.False(Iso8601.TryFormat(new Timestamp(0, 1_000_000_000), DateTextForm.Utc, text, out _));
        Assert.False(Iso8601.TryFormat(new Timestamp(0, 0, 1440), new DateTextForm('T', 0, DateTextZone.Offset), text, out _));
        Assert.False(Iso8601.TryFormat(default, DateTextForm.Utc, text.AsSpan(0, 19), out _));
        Assert.Throws<BlittableException>(() => Iso8601.Format(new Timestamp(long.MaxValue), DateTextForm.Utc, text));
        Assert.Throws<ArgumentException>(() => Iso8601.Format(default, DateTextForm.Utc, new byte[19]));
    }

    private static string Write(Timestamp value, DateTextForm form)
    {
        var bytes = new byte[Iso8601.MaxLength];
        return Encoding.ASCII.GetString(bytes, 0, Iso8601.Format(value, form, bytes));
    }
}
