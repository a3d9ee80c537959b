using System.Globalization;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Publishing;

/// <summary>Compares the ratios of two runs of a suite: whether the intervals overlap in at least 19 of 20 cells.</summary>
internal static class Agreement
{
    public const string Name = "agreement";

    /// <summary>The minimum share of cells whose intervals overlap: the intervals are for 95 %.</summary>
    private const double LeastShare = 0.95;

    private const string Usage =
        """
        dotnet run -c Release --project benchmarks -- agreement FIRST.csv SECOND.csv

        Compares the ratios of two runs of a suite and lists the cells whose intervals do not overlap. Cells without an interval, and cells that vary by more than
        15 % in one of the runs, are not compared.
        """;

    /// <returns>0 if the intervals overlap in at least 19 of 20 cells; 1 if they do not; 2 if the command line is invalid.</returns>
    public static int Run(string[] args)
    {
        if (args.Length != 2 || !args.All(File.Exists))
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }

        var first = Read(args[0]);
        var second = Read(args[1]);
        var both = first.Keys.Where(second.ContainsKey).ToArray();
        var apart = new Table("Cells whose intervals do not overlap", "cell", "first", "second");
        var compared = 0;
        var differing = 0;
        foreach (var cell in both.Where(cell => first[cell].IsStable && second[cell].IsStable))
        {
            compared++;
            if (!first[cell].Overlaps(second[cell]))
            {
                differing++;
                apart.Add(cell, first[cell].ToString(), second[cell].ToString());
            }
        }

        if (differing > 0)
        {
            Console.WriteLine(apart.ToText());
        }

        Console.WriteLine(
            $"{compared - differing} of {compared} ratios agree; {both.Length - compared} unstable; {first.Count + second.Count - (2 * both.Length)} in one run only");
        return compared > 0 && compared - differing >= LeastShare * compared ? 0 : 1;
    }

    /// <summary>Reads the ratios with an interval from the CSV file of a suite.</summary>
    private static Dictionary<string, Interval> Read(string path)
    {
        var lines = File.ReadAllLines(path).Select(Fields).ToArray();
        var (ratio, from, to) = (Column("× baseline"), Column("× from"), Column("× to"));
        return lines[1..].Where(line => line[from].Length > 0).ToDictionary(
            line => $"{line[0]} / {line[1]}", line => new Interval(Number(line[ratio]), Number(line[from]), Number(line[to])), StringComparer.Ordinal);

        int Column(string name) =>
            Array.IndexOf(lines[0], name) is var index and >= 0 ? index : throw new InvalidDataException($"{path} has no column '{name}'.");

        double Number(string text) => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
    }

    /// <summary>Separates the fields of a line. A field with a comma is in quotation marks.</summary>
    private static string[] Fields(string line)
    {
        var fields = new List<string>();
        for (var start = 0; start <= line.Length;)
        {
            var isQuoted = start < line.Length && line[start] == '"';
            var end = isQuoted ? line.IndexOf('"', start + 1) + 1 : line.IndexOf(',', start);
            end = end < 0 ? line.Length : end;
            fields.Add(isQuoted ? line[(start + 1)..(end - 1)] : line[start..end]);
            start = end + 1;
        }

        return [.. fields];
    }

    private readonly record struct Interval(double Ratio, double From, double To)
    {
        public bool IsStable => (To - From) / 2 <= CellResult.MostSpread * Ratio;

        public bool Overlaps(Interval other) => From <= other.To && other.From <= To;

        public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Ratio:F2} ({From:F2} to {To:F2})");
    }
}
