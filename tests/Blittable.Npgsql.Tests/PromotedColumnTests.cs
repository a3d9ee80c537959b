using Blittable.Dates;
using Blittable.Npgsql.Storage;

namespace Blittable.Npgsql.Tests;

public class PromotedColumnTests
{
    [Theory]
    [InlineData("$.missing", PromotedType.Integer)]
    [InlineData("$.text", PromotedType.Integer)]
    [InlineData("$.fraction", PromotedType.Integer)]
    [InlineData("$.text", PromotedType.Double)]
    [InlineData("$.huge", PromotedType.Integer)]
    [InlineData("$.huge", PromotedType.Double)]
    [InlineData("$.huge", PromotedType.Decimal)]
    [InlineData("$.nothing", PromotedType.Text)]
    [InlineData("$.text", PromotedType.EpochDate)]
    [InlineData("$.old", PromotedType.BitpackDate)]
    [InlineData("$.zero", PromotedType.Text)]
    public void A_value_that_the_column_cannot_hold_is_null(string path, PromotedType type) => Assert.Null(Read(path, type).Value);

    [Fact]
    public void Each_type_reads_its_kind_of_value()
    {
        Assert.Equal(12L, Read("$.inner.integer", PromotedType.Integer).Value);
        Assert.Equal(1.5, Read("$.fraction", PromotedType.Double).Value);
        Assert.Equal(1.50m, Read("$.fraction", PromotedType.Decimal).Value);
        Assert.Equal("no date", Read("$.text", PromotedType.Text).Value);
        var date = new DateTimeOffset(2021, 6, 15, 12, 34, 56, 789, TimeSpan.Zero);
        Assert.Equal(date.ToUnixTimeMilliseconds(), Read("$.date", PromotedType.EpochDate).Value);
        Assert.Equal(BitpackDate.Pack(Timestamp.FromDateTimeOffset(date)), Read("$.date", PromotedType.BitpackDate).Value);
    }

    [Fact]
    public void Each_type_of_column_rejects_a_path_with_a_wildcard()
    {
        var fault = Assert.Throws<BlittableException>(() => new PromotedColumn("tag", "$.tags[*]", PromotedType.Text));
        Assert.Equal("'$.tags[*]' can match several values. A promoted column stores the value at a path to one value.", fault.Message);

        SinglePaths.Verify([.. Enum.GetValues<PromotedType>().Select(type => (type.ToString(), (Action<string>)(path => new PromotedColumn("column", path, type).ToString())))]);
    }

    [Fact]
    public void Columns_with_the_same_name_are_rejected()
    {
        PromotedColumn column = new("a", "$.a", PromotedType.Text);
        Assert.Throws<ArgumentException>(() => new TableSql(new BlittableTableOptions { Name = "t", Promoted = [column, column] }, KeyType.Of<long>()));
        Assert.Throws<ArgumentException>(() => new TableSql(
            new BlittableTableOptions { Name = "t", Promoted = [new PromotedColumn("key", "$.a", PromotedType.Text)] }, KeyType.Of<long>()));
    }

    [Fact]
    public void Names_are_quoted() => Assert.Equal("\"a \"\"quoted\"\" name\"", TableSql.Quote("a \"quoted\" name"));

    [Theory]
    [InlineData("")]
    [InlineData("a\0b")]
    [InlineData("a name of more than sixty-three bytes, of which PostgreSQL would keep the start alone")]
    public void Names_that_PostgreSQL_cannot_store_are_rejected(string name) => Assert.Throws<ArgumentException>(() => TableSql.Quote(name));

    [Fact]
    public void Unsupported_indexes_are_rejected_immediately() =>
        Assert.Throws<ArgumentException>(() => new TableSql(
            new BlittableTableOptions { Name = "t", Promoted = [new PromotedColumn("day", "$.day", PromotedType.EpochDate) { IndexesDateFields = true }] },
            KeyType.Of<long>()));

    private static (object? Value, PromotedType Type) Read(string path, PromotedType type)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        var document = converter.Convert(
            """
            {"inner":{"integer":12},"fraction":1.50,"huge":1e400,"text":"no date","nothing":null,
            "date":"2021-06-15T12:34:56.789Z","old":"1999-01-01","zero":"a\u0000b"}
            """u8);
        var value = new PromotedColumn("column", path, type).Read(BlittableValue.Open(document)).ToParameter(type).Value;
        return (value is DBNull ? null : value, type);
    }
}
