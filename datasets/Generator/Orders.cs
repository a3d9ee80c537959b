using System.Globalization;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates TPC-H's <c>orders</c> table at scale 0.1, with the orders that the rows of <see cref="Lineitem"/> belong to.</summary>
/// <remarks>Keys, statuses, prices, dates and priorities follow clause 4.2.3 of the TPC-H specification (revision 3). Rows have no comments.</remarks>
public static class Orders
{
    private const int Customers = 15_000;
    private const int Clerks = 100;

    private static readonly string[] Priorities = ["1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"];

    /// <summary>Returns an endless sequence of rows, which are the orders of the line items with an equal seed.</summary>
    public static IEnumerable<OrderRow> Rows(ulong seed = 1)
    {
        var random = new RandomSource(seed + 1);
        List<LineitemRow> lines = [];
        foreach (LineitemRow line in Lineitem.Rows(seed))
        {
            if (lines.Count > 0 && lines[0].OrderKey != line.OrderKey)
            {
                yield return Row(random, lines);
                lines.Clear();
            }

            lines.Add(line);
        }
    }

    /// <summary>Writes rows as newline-delimited JSON.</summary>
    public static void Write(Stream output, int rows = 25_000, ulong seed = 1)
    {
        using var writer = new Utf8JsonWriter(output);
        foreach (OrderRow row in Rows(seed).Take(rows))
        {
            writer.WriteStartObject();
            writer.WriteNumber("o_orderkey"u8, row.OrderKey);
            writer.WriteNumber("o_custkey"u8, row.CustomerKey);
            writer.WriteString("o_orderstatus"u8, row.Status);
            writer.WriteNumber("o_totalprice"u8, row.TotalPrice / 100m);
            writer.WriteString("o_orderdate"u8, row.OrderDate.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
            writer.WriteString("o_orderpriority"u8, row.Priority);
            writer.WriteString("o_clerk"u8, row.Clerk);
            writer.WriteEndObject();
            writer.Flush();
            writer.Reset();
            output.WriteByte((byte)'\n');
        }
    }

    private static OrderRow Row(RandomSource random, List<LineitemRow> lines)
    {
        // One-third of the customers have no orders.
        int customer = random.Between(1, Customers / 3 * 2);
        bool isOpen = lines.TrueForAll(line => line.LineStatus == "O");
        bool isDone = lines.TrueForAll(line => line.LineStatus == "F");
        return new OrderRow(
            lines[0].OrderKey,
            (((customer - 1) / 2 * 3) + ((customer - 1) % 2)) + 1,
            isOpen ? "O" : isDone ? "F" : "P",
            lines.Sum(line => line.ExtendedPrice * (100 + line.Tax) * (100 - line.Discount) / 10_000),
            lines[0].OrderDate,
            random.Pick(Priorities),
            $"Clerk#{random.Between(1, Clerks):000000000}");
    }
}
