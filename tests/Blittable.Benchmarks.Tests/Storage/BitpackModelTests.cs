using Blittable.Benchmarks.Storage;
using Blittable.Dates;

namespace Blittable.Benchmarks.Tests.Storage;

[Collection(AvailableDatabases.Collection)]
public class BitpackModelTests
{
    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void A_second_added_in_SQL_carries_through_every_field(string name) => AvailableDatabases.Use(name, database =>
    {
        var model = new BitpackModel();
        DateTime[] lastSeconds =
        [
            new(2015, 1, 1, 0, 0, 0), new(2015, 1, 1, 0, 0, 59), new(2015, 1, 1, 0, 59, 59), new(2015, 1, 1, 23, 59, 59),
            new(2015, 2, 28, 23, 59, 59), new(2016, 2, 28, 23, 59, 59), new(2016, 2, 29, 23, 59, 59),
            new(2100, 2, 28, 23, 59, 59), new(2400, 2, 28, 23, 59, 59),
            .. Enumerable.Range(1, 12).Select(month => new DateTime(2021, month, DateTime.DaysInMonth(2021, month), 23, 59, 59)),
            .. Enumerable.Range(1, 12).Select(month => new DateTime(2021, month, 28, 23, 59, 59)),
        ];
        using var connection = database.Open();
        new WorkloadTable(database).Create(connection, withDateIndex: false);
        var generator = new RowGenerator(1);
        var dates = lastSeconds
            .Select(date => new DateTimeOffset(date, TimeSpan.Zero).ToUnixTimeMilliseconds() + 7)
            .Concat(Enumerable.Range(0, 500).Select(ordinal => generator.Generate(ordinal).Milliseconds))
            .ToArray();
        var rows = dates.Select(date => generator.Generate(0) with { Milliseconds = date }).ToArray();
        new WorkloadTable(database).Insert(connection, rows, [.. dates.Select(model.Encode)]);

        connection.Execute($"UPDATE {WorkloadTable.Name} SET cf3 = {model.AddSecondSql}");

        using var select = connection.Prepare($"SELECT cf3 FROM {WorkloadTable.Name} ORDER BY id");
        select.Query();
        foreach (var date in dates)
        {
            Assert.True(select.Read());
            Assert.Equal(model.Encode(date + 1_000), select.GetInt64(0));
        }

        Assert.False(select.Read());
        select.Dispose();
        WorkloadTable.Drop(connection);
    });

    [Fact]
    public void The_low_bits_of_the_tenant_are_above_the_date()
    {
        const int lowBits = 1095; // 1,111,111 - 542 x 2,048
        Assert.Equal(lowBits, BitpackModel.TenantPrefix);
        Assert.Equal(lowBits, BitpackDate.Tenant(new BitpackModel().Encode(0x16F_0000_0000)));
    }

    [Fact]
    public void Adding_1000_as_milliseconds_does_not_advance_a_date_by_a_second()
    {
        var model = new BitpackModel();
        var date = new DateTimeOffset(2020, 5, 17, 10, 30, 15, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();
        var stored = model.Encode(date);

        // 1,000 fits the ten bits of the milliseconds but is not a valid value, so the result is not a date.
        Assert.False(BitpackDate.TryUnpack(stored + 1_000, out _));
        // From 24 ms on, it carries into the seconds, and the milliseconds are 24 too low.
        Assert.Equal(date + 1_000 + 500 - 24, model.ToMilliseconds(model.Encode(date + 500) + 1_000));
    }

    [Fact]
    public void Five_bits_cannot_hold_a_minute()
    {
        const int fiveBits = 31;
        var overflowing = Enumerable.Range(0, 60).Count(minute => minute > fiveBits);
        Assert.Equal(28, overflowing);
        Assert.Equal(59, BitpackDate.Minute(new BitpackModel().Encode(new DateTimeOffset(2020, 1, 1, 0, 59, 0, TimeSpan.Zero).ToUnixTimeMilliseconds())));
    }

    [Fact]
    public void An_unmasked_tenant_overflows_and_its_bound_misses_the_rows()
    {
        var twoToThe52 = Math.Pow(2, 52);
        var date = new BitpackModel().Encode(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds());
        var (first, last) = BitpackDate.TenantBounds(BitpackModel.TenantPrefix);
        Assert.InRange(date, first, last);

        // 1,111,111 x 2^52 is about 2^72. A shift discards the overflow, and happens to keep the low bits. A product saturates,
        // and the rows inserted by one expression are below the bound that the other deletes from.
        var shifted = WorkloadTable.Tenant << 52;
        var multiplied = (long)(WorkloadTable.Tenant * twoToThe52);
        Assert.Equal(first, shifted);
        Assert.Equal(long.MaxValue, multiplied);
        Assert.True(date < multiplied);
    }
}
