using Blittable.Dates;

namespace Blittable.Dates.Tests;

public sealed class DateFieldKernelTests
{
    public static TheoryData<DateField> Fields => new(Enum.GetValues<DateField>());

    [Theory]
    [MemberData(nameof(Fields))]
    public void Every_width_of_vector_gives_what_the_fallback_gives(DateField field)
    {
        var random = new Random(17);
        var packed = Enumerable.Range(0, 64).Select(_ => random.NextInt64()).ToArray();
        var (shift, mask) = BitpackDate.BitsOf(field);
        var expected = new int[64];
        var actual = new int[64];
        BitpackKernel.ExtractScalar(packed, expected, shift, mask, 7);
        Assert.Equal(64, BitpackKernel.Extract512(packed, actual, shift, mask, 7));
        Assert.Equal(expected, actual);
        actual.AsSpan().Clear();
        Assert.Equal(64, BitpackKernel.Extract256(packed, actual, shift, mask, 7));
        Assert.Equal(expected, actual);
    }

    [Fact]
    public void Both_widths_agree_on_the_last_and_the_first_millisecond_of_every_day()
    {
        // 2 × 3,652,425 days of the years 0000 to 9999, a piece at a time.
        var milliseconds = new long[1_024];
        var wide = new int[milliseconds.Length];
        var narrow = new int[milliseconds.Length];
        var random = new Random(18);
        for (var piece = 0; piece < 400; piece++)
        {
            var first = piece == 0 ? CivilDate.MinDay : random.Next(CivilDate.MinDay, CivilDate.MaxDay - 512);
            for (var i = 0; i < milliseconds.Length; i++)
            {
                milliseconds[i] = ((first + (i / 2)) * 86_400_000L) + (i % 2 == 0 ? 0 : 86_399_999);
            }

            Compare<EpochKernel.YearField>();
            Compare<EpochKernel.MonthField>();
            Compare<EpochKernel.DayField>();
            Compare<EpochKernel.HourField>();
            Compare<EpochKernel.MinuteField>();
            Compare<EpochKernel.SecondField>();
            Compare<EpochKernel.MillisecondField>();
        }

        void Compare<TField>()
            where TField : struct, EpochKernel.IField
        {
            Assert.Equal(milliseconds.Length, EpochKernel.Extract512<TField>(milliseconds, wide));
            Assert.Equal(milliseconds.Length, EpochKernel.ExtractVector<TField>(milliseconds, narrow));
            Assert.True(wide.AsSpan().SequenceEqual(narrow));
            for (var i = 0; i < milliseconds.Length; i++)
            {
                if (EpochDate.FieldOf(TField.Field, milliseconds[i]) != wide[i])
                {
                    Assert.Fail($"{TField.Field} of {milliseconds[i]} is {wide[i]}.");
                }
            }
        }
    }

    [Fact]
    public void The_year_of_the_last_and_the_first_millisecond_of_every_day_is_right_at_every_width()
    {
        const int daysAtOnce = 2_048;
        var milliseconds = new long[2 * daysAtOnce];
        var wide = new int[milliseconds.Length];
        var narrow = new int[milliseconds.Length];
        var year = 0;
        var nextYear = (long)CivilDate.MinDay + 366;
        for (var first = CivilDate.MinDay; first <= CivilDate.MaxDay; first += daysAtOnce)
        {
            for (var i = 0; i < milliseconds.Length; i++)
            {
                milliseconds[i] = ((first + (i / 2)) * 86_400_000L) + (i % 2 == 0 ? 0 : 86_399_999);
            }

            EpochKernel.Extract512<EpochKernel.YearField>(milliseconds, wide);
            EpochKernel.ExtractVector<EpochKernel.YearField>(milliseconds, narrow);
            Assert.True(wide.AsSpan().SequenceEqual(narrow));
            for (var i = 0; i < milliseconds.Length; i += 2)
            {
                if (first + (i / 2) == nextYear)
                {
                    year++;
                    nextYear += year % 4 != 0 || (year % 100 == 0 && year % 400 != 0) ? 365 : 366;
                }

                if ((wide[i], wide[i + 1]) != (year, year))
                {
                    Assert.Fail($"Day {first + (i / 2)} is in the year {year}, not in {wide[i]} and {wide[i + 1]}.");
                }
            }
        }

        Assert.InRange(year, 9_999, 10_010);
    }
}
