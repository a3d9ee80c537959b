namespace Blittable.Datasets.Tests;

public class LineitemTests
{
    [Fact]
    public void The_same_seed_produces_the_same_rows()
    {
        Assert.Equal(Lineitem.Rows(7).Take(1_000), Lineitem.Rows(7).Take(1_000));
        Assert.NotEqual(Lineitem.Rows(7).Take(1_000), Lineitem.Rows(8).Take(1_000));
    }

    [Fact]
    public void Rows_follow_the_rules_of_the_specification()
    {
        foreach (LineitemRow row in Lineitem.Rows().Take(20_000))
        {
            Assert.InRange((row.OrderKey - 1) % 32, 0, 7);
            Assert.InRange(row.LineNumber, 1, 7);
            Assert.InRange(row.Quantity, 1, 50);
            Assert.Equal(0, row.ExtendedPrice % row.Quantity);
            Assert.InRange(row.ExtendedPrice / row.Quantity, 90_000, 209_900);
            Assert.InRange(row.Discount, 0, 10);
            Assert.InRange(row.Tax, 0, 8);
            Assert.InRange(row.Comment.Length, 10, 43);
            Assert.True(row.ReceiptDate > row.ShipDate);
            Assert.Contains(row.ReturnFlag, "RAN");
        }
    }

    [Fact]
    public void Dates_range_from_2011_to_2021()
    {
        LineitemRow[] rows = [.. Lineitem.Rows().Take(100_000)];
        Assert.Equal(2011, rows.Min(row => row.ShipDate).Year);
        Assert.Equal(2021, rows.Max(row => row.ReceiptDate).Year);
    }

    [Fact]
    public void Orders_match_the_line_items()
    {
        OrderRow[] orders = [.. Orders.Rows(3).Take(500)];
        LineitemRow[] lines = [.. Lineitem.Rows(3).TakeWhile(line => line.OrderKey <= orders[^1].OrderKey)];

        Assert.Equal(lines.Select(line => line.OrderKey).Distinct(), orders.Select(order => order.OrderKey));
        Assert.All(lines.Zip(lines.Select(line => Array.Find(orders, order => order.OrderKey == line.OrderKey))), pair => Assert.True(pair.First.ShipDate > pair.Second.OrderDate));
        Assert.All(orders, order => Assert.NotEqual(0, order.CustomerKey % 3));
    }
}
