using Blittable.Dates;

namespace Blittable.Dates.Tests;

[Trait(Category.Name, Category.Vector)]
public sealed class DateFieldKernelTests
{
    public static TheoryData<DateField> Fields => new(Enum.GetValues<DateField>());

    [Theory]
    [MemberData(nameof(Fields))]
    public void Vectors_extract_the_same_fields_as_the_scalar_code(DateField field)
    {
        var random = new Random(17);
        var packed = Enumerable.Range(0, 64).Select(_ => random.NextInt64()).ToArray();
        var (shift, mask) = BitpackDate.BitsOf(field);
        var expected = new int[64];
        var actual = new int[64];
        BitpackKernel.ExtractScalar(packed, expected, shift, mask, 7);
        Assert.Equal(64, BitpackKernel.ExtractVectors(packed, actual, shift, mask, 7));
        Assert.Equal(expected, actual);
    }

    [Fact]
    public void Vectors_extract_the_same_fields_as_single_dates_at_both_ends_of_days()
    {
        // Random blocks of the 3,652,425 days in the years 0000 to 9999, two values per day.
        var milliseconds = new long[1_024];
        var fields = new int[milliseconds.Length];
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
            Assert.Equal(milliseconds.Length, EpochKernel.ExtractVectors<TField>(milliseconds, fields));
            for (var i = 0; i < milliseconds.Length; i++)
            {
                if (EpochDate.FieldOf(TField.Field, milliseconds[i]) != fields[i])
                {
                    Assert.Fail($"{TField.Field} of {milliseconds[i]} is {fields[i]}.");
                }
            }
        }
    }

    [Fact]
    public void The_year_is_correct_for_the_first_and_last_millisecond_of_every_day()
    {
        const int daysAtOnce = 2_048;
        var milliseconds = new long[2 * daysAtOnce];
        var fields = new int[milliseconds.Length];
        var year = 0;
        var nextYear = (long)CivilDate.MinDay + 366;
        for (var first = CivilDate.MinDay; first <= CivilDate.MaxDay; first += daysAtOnce)
        {
            for (var i = 0; i < milliseconds.Length; i++)
            {
                milliseconds[i] = ((first + (i / 2)) * 86_400_000L) + (i % 2 == 0 ? 0 : 86_399_999);
            }

            EpochKernel.ExtractVectors<EpochKernel.YearField>(milliseconds, fields);
            for (var i = 0; i < milliseconds.Length; i += 2)
            {
                if (first + (i / 2) == nextYear)
                {
                    year++;
                    nextYear += year % 4 != 0 || (year % 100 == 0 && year % 400 != 0) ? 365 : 366;
                }

                if ((fields[i], fields[i + 1]) != (year, year))
                {
                    Assert.Fail($"Day {first + (i / 2)} is in the year {year}, not in {fields[i]} and {fields[i + 1]}.");
                }
            }
        }

        Assert.InRange(year, 9_999, 10_010);
    }
}
