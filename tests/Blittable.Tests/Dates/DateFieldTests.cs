using Blittable.Dates;
using Microsoft.Data.Sqlite;

namespace Blittable.Tests.Dates;

public class DateFieldTests
{
    private const int Count = 1_000;

    public static TheoryData<DateField> Fields => new(Enum.GetValues<DateField>());

    [Theory]
    [MemberData(nameof(Fields))]
    public void Fields_of_packed_spans_are_those_of_single_dates(DateField field)
    {
        var values = RandomInstants(2000, 6095);
        var packed = new long[Count];
        BitpackDate.Pack(values, packed, 2047);
        var restored = new Timestamp[Count];
        BitpackDate.Unpack(packed, restored);
        for (var length = 0; length < Count; length += length < 40 ? 1 : 157)
        {
            var fields = new int[length];
            BitpackDate.Extract(field, packed.AsSpan(0, length), fields);
            for (var i = 0; i < length; i++)
            {
                Assert.Equal(FieldOf(field, values[i]), fields[i]);
                Assert.Equal(values[i], restored[i]);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Fields))]
    public void Fields_of_spans_in_milliseconds_are_those_of_single_dates(DateField field)
    {
        var values = RandomInstants(1, 9999);
        var milliseconds = new long[Count];
        EpochDate.Pack(values, milliseconds);
        var restored = new Timestamp[Count];
        EpochDate.Unpack(milliseconds, restored);
        for (var length = 0; length < Count; length += length < 40 ? 1 : 157)
        {
            var fields = new int[length];
            EpochDate.Extract(field, milliseconds.AsSpan(0, length), fields);
            for (var i = 0; i < length; i++)
            {
                Assert.Equal(FieldOf(field, values[i]), fields[i]);
                Assert.Equal(values[i], restored[i]);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Fields))]
    public void Every_width_of_vector_gives_what_the_fallback_gives(DateField field)
    {
        var random = new Random(17);
        var packed = Enumerable.Range(0, 64).Select(_ => random.NextInt64()).ToArray();
        var (shift, mask) = BitpackDate.BitsOf(field);
        var expected = new int[64];
        var actual = new int[64];
        BitpackKernel.Extract_Fallback(packed, expected, shift, mask, 7);
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
            Assert.Equal(milliseconds.Length, EpochKernel.Extract256<TField>(milliseconds, narrow));
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
            EpochKernel.Extract256<EpochKernel.YearField>(milliseconds, narrow);
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

    [Fact]
    public void Too_little_room_and_unknown_fields_are_errors_of_the_caller()
    {
        Assert.Throws<ArgumentException>(() => BitpackDate.Extract(DateField.Year, new long[2], new int[1]));
        Assert.Throws<ArgumentException>(() => EpochDate.Extract(DateField.Year, new long[2], new int[1]));
        Assert.Throws<ArgumentException>(() => BitpackDate.Pack(new Timestamp[2], new long[1]));
        Assert.Throws<ArgumentException>(() => EpochDate.Unpack(new long[2], new Timestamp[1]));
        Assert.Throws<ArgumentOutOfRangeException>(() => BitpackDate.Extract((DateField)7, [], []));
        Assert.Throws<ArgumentOutOfRangeException>(() => EpochDate.Extract((DateField)7, [], []));
    }

    [Fact]
    public void The_years_expression_follows_the_layout()
    {
        Assert.Equal("(((v >> 40) & 4095) + 2000)", DateSql.FromBitpack(DateField.Year, "v"));
        Assert.Equal("((v >> 35) & 31)", DateSql.FromBitpack(DateField.Month, "v"));
        Assert.Equal("(v & 1023)", DateSql.FromBitpack(DateField.Millisecond, "v"));
        Assert.Equal("((v >> 52) & 2047)", DateSql.TenantFromBitpack("v"));
        Assert.Equal("floor(extract(year from timestamp '1970-01-01' + v * interval '1 millisecond'))::int", DateSql.FromEpoch(SqlDialect.PostgreSql, DateField.Year, "v"));
        Assert.Equal("second(timestampadd(second, floor(v / 1000), '1970-01-01'))", DateSql.FromEpoch(SqlDialect.MySql, DateField.Second, "v"));
    }

    [Theory]
    [MemberData(nameof(Fields))]
    public void SQLite_extracts_the_same_fields(DateField field)
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = $"select {DateSql.FromBitpack(field, "$packed")}, {DateSql.FromEpoch(SqlDialect.Sqlite, field, "$milliseconds")}, {DateSql.TenantFromBitpack("$packed")}";
        var packed = command.Parameters.Add("$packed", SqliteType.Integer);
        var milliseconds = command.Parameters.Add("$milliseconds", SqliteType.Integer);
        foreach (var value in RandomInstants(2000, 6095).Take(200))
        {
            packed.Value = BitpackDate.Pack(value, 2047);
            milliseconds.Value = EpochDate.Pack(value);
            using var reader = command.ExecuteReader();
            Assert.True(reader.Read());
            Assert.Equal(FieldOf(field, value), reader.GetInt32(0));
            Assert.Equal(FieldOf(field, value), reader.GetInt32(1));
            Assert.Equal(2047, reader.GetInt32(2));
        }
    }

    private static int FieldOf(DateField field, Timestamp value)
    {
        var date = value.ToDateTime();
        return field switch
        {
            DateField.Year => date.Year,
            DateField.Month => date.Month,
            DateField.Day => date.Day,
            DateField.Hour => date.Hour,
            DateField.Minute => date.Minute,
            DateField.Second => date.Second,
            _ => date.Millisecond,
        };
    }

    private static Timestamp[] RandomInstants(int firstYear, int lastYear)
    {
        var random = new Random(19);
        var first = new DateTime(firstYear, 1, 1).Ticks / TimeSpan.TicksPerMillisecond;
        var last = new DateTime(lastYear, 12, 31).Ticks / TimeSpan.TicksPerMillisecond;
        return [.. Enumerable.Range(0, Count).Select(_ => Timestamp.FromDateTime(new DateTime(random.NextInt64(first, last) * TimeSpan.TicksPerMillisecond)))];
    }
}
