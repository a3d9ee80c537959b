using Blittable.Dates;
using Microsoft.Data.Sqlite;

namespace Blittable.Dates.Tests;

[Trait(Category.Name, Category.Vector)]
public class DateFieldTests
{
    private const int Count = 1_000;

    public static TheoryData<DateField> Fields => new(Enum.GetValues<DateField>());

    [Theory]
    [MemberData(nameof(Fields))]
    public void Fields_of_bitpacked_spans_equal_those_of_single_dates(DateField field)
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
    public void Fields_of_spans_in_milliseconds_equal_those_of_single_dates(DateField field)
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

    [Fact]
    public void A_short_destination_and_an_unknown_field_are_argument_errors()
    {
        Assert.Throws<ArgumentException>(() => BitpackDate.Extract(DateField.Year, new long[2], new int[1]));
        Assert.Throws<ArgumentException>(() => EpochDate.Extract(DateField.Year, new long[2], new int[1]));
        Assert.Throws<ArgumentException>(() => BitpackDate.Pack(new Timestamp[2], new long[1]));
        Assert.Throws<ArgumentException>(() => EpochDate.Unpack(new long[2], new Timestamp[1]));
        Assert.Throws<ArgumentOutOfRangeException>(() => BitpackDate.Extract((DateField)7, [], []));
        Assert.Throws<ArgumentOutOfRangeException>(() => EpochDate.Extract((DateField)7, [], []));
    }

    [Fact]
    public void SQL_expressions_follow_the_layout()
    {
        Assert.Equal("(((v >> 40) & 4095) + 2000)", DateSql.FromBitpack(DateField.Year, "v"));
        Assert.Equal("((v >> 35) & 31)", DateSql.FromBitpack(DateField.Month, "v"));
        Assert.Equal("(v & 1023)", DateSql.FromBitpack(DateField.Millisecond, "v"));
        Assert.Equal("((v >> 52) & 2047)", DateSql.TenantFromBitpack("v"));
        Assert.Equal(
            "floor(extract(year from timestamp '1970-01-01' + v * interval '1 millisecond'))::int",
            DateSql.FromEpoch(SqlDialect.PostgreSql, DateField.Year, "v"));
        Assert.Equal("second(timestampadd(second, floor(v / 1000), '1970-01-01'))", DateSql.FromEpoch(SqlDialect.MySql, DateField.Second, "v"));
    }

    [Theory]
    [MemberData(nameof(Fields))]
    public void SQLite_extracts_the_same_fields(DateField field)
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        var ofPacked = DateSql.FromBitpack(field, "$packed");
        var ofMilliseconds = DateSql.FromEpoch(SqlDialect.Sqlite, field, "$milliseconds");
        command.CommandText = $"select {ofPacked}, {ofMilliseconds}, {DateSql.TenantFromBitpack("$packed")}";
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
