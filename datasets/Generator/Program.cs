using System.Globalization;
using Blittable.Datasets;

const string usage = """
    usage: dotnet run -c Release --project datasets/Generator -- WHAT [--count N] [--seed N] [-o FILE]

    WHAT   lineitem         TPC-H lineitem rows, one document per line
           orders           the TPC-H orders of the lineitem rows, one document per line
           companies        company profiles in a single document of 60 to 70 MB
           companies-many   company profiles, one document per line
           events           web shop events, one document per line
           nested-orders    orders with customers and items, one document per line
           pages            crawled web pages, with strings that rarely repeat, one document per line
           readings         sensor readings, one document per line
           jetstream        social network events in the format of Bluesky's Jetstream, one document per line
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
                return Refuse($"'{value}' is not a valid number.");
        }
    }
    else if (what is null)
    {
        what = args[i];
    }
    else
    {
        return Refuse($"Unexpected argument '{args[i]}'.");
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
    return Refuse(what is null ? "Specify a data set to generate." : $"Unknown data set '{what}'.");
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
