using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates TPC-H's <c>lineitem</c> table at scale 0.1, with its dates moved from 1992-1998 to 2011-2021.</summary>
/// <remarks>
/// Keys, prices, dates and flags follow clause 4.2.3 of the TPC-H specification (revision 3), and comments follow its pseudo text
/// (clause 4.2.2.14). The random numbers differ from those of TPC-H's <c>dbgen</c> program, so the rows are similar but not identical.
/// </remarks>
public static class Lineitem
{
    private const int Parts = 20_000;
    private const int Suppliers = 1_000;

    private static readonly DateOnly OriginalStart = new(1992, 1, 1);
    private static readonly DateOnly OriginalEnd = new(1998, 12, 31);
    private static readonly DateOnly OriginalToday = new(1995, 6, 17);
    private static readonly DateOnly Start = new(2011, 1, 1);
    private static readonly DateOnly End = new(2021, 12, 31);

    private static readonly string[] ShipInstructs = ["DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"];
    private static readonly string[] ShipModes = ["REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"];

    private static readonly JsonWriterOptions Compact = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <summary>Returns an endless sequence of rows, ordered by order key.</summary>
    public static IEnumerable<LineitemRow> Rows(ulong seed = 1)
    {
        var random = new RandomSource(seed);
        string prose = Prose(random);
        for (int order = 0; ; order++)
        {
            // Only the first 8 of every 32 order keys are used.
            int orderKey = (order / 8 * 32) + (order % 8) + 1;
            int orderDay = random.Between(0, OriginalEnd.DayNumber - OriginalStart.DayNumber - 151);
            int lines = random.Between(1, 7);
            for (int line = 1; line <= lines; line++)
            {
                yield return Row(random, prose, orderKey, orderDay, line);
            }
        }
    }

    /// <summary>Writes rows as newline-delimited JSON.</summary>
    public static void Write(Stream output, int rows = 100_000, ulong seed = 1)
    {
        using var writer = new Utf8JsonWriter(output, Compact);
        foreach (LineitemRow row in Rows(seed).Take(rows))
        {
            WriteRow(writer, row);
            writer.Flush();
            writer.Reset();
            output.WriteByte((byte)'\n');
        }
    }

    private static LineitemRow Row(RandomSource random, string prose, int orderKey, int orderDay, int line)
    {
        int part = random.Between(1, Parts);
        int supplier = ((part + (random.Between(0, 3) * ((Suppliers / 4) + ((part - 1) / Suppliers)))) % Suppliers) + 1;
        int quantity = random.Between(1, 50);
        long retailPrice = 90_000 + (part / 10 % 20_001) + (100L * (part % 1_000));
        int shipDay = orderDay + random.Between(1, 121);
        int commitDay = orderDay + random.Between(30, 90);
        int receiptDay = shipDay + random.Between(1, 30);
        int today = OriginalToday.DayNumber - OriginalStart.DayNumber;
        string returnFlag = receiptDay > today ? "N" : random.Chance(0.5) ? "R" : "A";
        int length = random.Between(10, 43);
        return new LineitemRow(
            orderKey,
            part,
            supplier,
            line,
            quantity,
            quantity * retailPrice,
            Discount: random.Between(0, 10),
            Tax: random.Between(0, 8),
            returnFlag,
            LineStatus: shipDay > today ? "O" : "F",
            Moved(shipDay),
            Moved(commitDay),
            Moved(receiptDay),
            random.Pick(ShipInstructs),
            random.Pick(ShipModes),
            prose.Substring(random.Between(0, prose.Length - length), length),
            Moved(orderDay));
    }

    /// <summary>Maps a day of the original seven years proportionally to the eleven years used here.</summary>
    private static DateOnly Moved(int day)
    {
        int originalDays = OriginalEnd.DayNumber - OriginalStart.DayNumber + 1;
        int days = End.DayNumber - Start.DayNumber + 1;
        return Start.AddDays((int)((long)day * days / originalDays));
    }

    /// <summary>Returns the text from which comments are cut.</summary>
    private static string Prose(RandomSource random)
    {
        Grammar grammar = Grammar.Load("lineitem");
        return string.Join(' ', Enumerable.Range(0, 10_000).Select(_ => grammar.Expand("sentence", random)));
    }

    private static void WriteRow(Utf8JsonWriter writer, in LineitemRow row)
    {
        writer.WriteStartObject();
        writer.WriteNumber("l_orderkey"u8, row.OrderKey);
        writer.WriteNumber("l_partkey"u8, row.PartKey);
        writer.WriteNumber("l_suppkey"u8, row.SupplierKey);
        writer.WriteNumber("l_linenumber"u8, row.LineNumber);
        writer.WriteNumber("l_quantity"u8, row.Quantity);
        writer.WriteNumber("l_extendedprice"u8, row.ExtendedPrice / 100m);
        writer.WriteNumber("l_discount"u8, row.Discount / 100m);
        writer.WriteNumber("l_tax"u8, row.Tax / 100m);
        writer.WriteString("l_returnflag"u8, row.ReturnFlag);
        writer.WriteString("l_linestatus"u8, row.LineStatus);
        WriteDate(writer, "l_shipdate"u8, row.ShipDate);
        WriteDate(writer, "l_commitdate"u8, row.CommitDate);
        WriteDate(writer, "l_receiptdate"u8, row.ReceiptDate);
        writer.WriteString("l_shipinstruct"u8, row.ShipInstruct);
        writer.WriteString("l_shipmode"u8, row.ShipMode);
        writer.WriteString("l_comment"u8, row.Comment);
        writer.WriteEndObject();
    }

    private static void WriteDate(Utf8JsonWriter writer, ReadOnlySpan<byte> name, DateOnly date)
    {
        Span<char> text = stackalloc char[10];
        date.TryFormat(text, out _, "yyyy-MM-dd");
        writer.WriteString(name, text);
    }
}
