using System.Globalization;
using Blittable.Datasets;

const string usage = """
    usage: dotnet run -c Release --project datasets/Generator -- WHAT [--count N] [--seed N] [-o FILE]

    WHAT   lineitem         TPC-H lineitem rows, a document a line
           orders           the TPC-H orders of these rows, a document a line
           companies        company profiles as one document of 60 to 70 MB
           companies-many   the same, a document a line
           events           events of a web shop, a document a line
           nested-orders    orders with their customers and items, a document a line
           pages            pages of a crawl, with strings that hardly ever repeat, a document a line
           readings         readings of sensors, a document a line
           jetstream        events of a social network in the shape of Bluesky's jetstream, a document a line
    """;

int? count = null;
ulong seed = 1;
string? output = null;
string? what = null;
for (int i = 0; i < args.Length; i++)
{
    if (args[i] is "--count" or "--seed" or "-o" && i + 1 < args.Length)
    {
        string value = args[++i];
        switch (args[i - 1])
        {
            case "--count" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number):
                count = number;
                break;
            case "--seed" when ulong.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out seed):
                break;
            case "-o":
                output = value;
                break;
            default:
                return Refuse($"'{value}' is no number.");
        }
    }
    else if (what is null)
    {
        what = args[i];
    }
    else
    {
        return Refuse($"'{args[i]}' is one argument too many.");
    }
}

Action<Stream>? write = what switch
{
    "lineitem" => stream => Lineitem.Write(stream, count ?? 100_000, seed),
    "orders" => stream => Orders.Write(stream, count ?? 25_000, seed),
    "companies" => stream => Companies.WriteArray(stream, count ?? Companies.DefaultCount, seed),
    "companies-many" => stream => Companies.WriteLines(stream, count ?? Companies.DefaultCount, seed),
    "nested-orders" => stream => NestedOrders.Write(stream, count ?? 100_000, seed),
    "pages" => stream => Pages.Write(stream, count ?? 100_000, seed),
    "readings" => stream => Readings.Write(stream, count ?? 100_000, seed),
    "jetstream" => stream => Jetstream.Write(stream, count ?? Jetstream.DefaultCount, seed),
    "events" => stream => Events.Write(stream, count ?? Events.DefaultCount, seed),
    _ => null,
};
if (write is null)
{
    return Refuse(what is null ? "Nothing to generate was named." : $"'{what}' is not known.");
}

using Stream stream = output is null ? Console.OpenStandardOutput() : File.Create(output);
using var buffered = new BufferedStream(stream, 1 << 16);
write(buffered);
return 0;

static int Refuse(string why)
{
    Console.Error.WriteLine(why);
    Console.Error.WriteLine(usage);
    return 2;
}
