using System.Globalization;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Guard;

/// <summary>Stores and compares ratios. The file has a line with the machine, a heading, and one line per cell with its speedup over its peer.</summary>
internal static class GuardBaseline
{
    /// <summary>The path of the file in the repository.</summary>
    public const string RelativePath = "benchmarks/Guard/baseline.csv";

    /// <summary>The relative change of a ratio above which a cell counts as moved.</summary>
    private const double Tolerance = 0.1;

    private const string Heading = "group,cell,ratio";
    private const string MachineMark = "# ";

    private static string FullPath => Path.Combine(Machine.RepositoryRoot, RelativePath);

    /// <summary>Stores ratios.</summary>
    /// <returns>The exit code.</returns>
    public static int Save(IReadOnlyList<CellResult> results)
    {
        File.WriteAllText(FullPath, Render(results, Machine.Description));
        Console.WriteLine($"Stored: {RelativePath}");
        return 0;
    }

    /// <summary>Lists the cells that have moved since the ratios were stored.</summary>
    /// <returns>The exit code: 1 if a cell has become slower or no ratios are stored.</returns>
    public static int Compare(IReadOnlyList<CellResult> results, TextWriter output)
    {
        if (!File.Exists(FullPath))
        {
            output.WriteLine($"{RelativePath} does not exist; create it with '-- guard --save'.");
            return 1;
        }

        return Compare(File.ReadAllText(FullPath), results, Machine.Description, output);
    }

    /// <summary>Returns the text of the file.</summary>
    public static string Render(IReadOnlyList<CellResult> results, string machine) =>
        $"{MachineMark}{machine}\n{Heading}\n" + string.Concat(Own(results).Select(result =>
            string.Create(CultureInfo.InvariantCulture, $"\"{result.Group}\",\"{result.Name}\",{result.Speedup:F3}\n")));

    /// <summary>Lists the cells that have moved, given the text of the file.</summary>
    public static int Compare(string stored, IReadOnlyList<CellResult> results, string machine, TextWriter output)
    {
        string[] lines = stored.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines[0] != MachineMark + machine)
        {
            output.WriteLine(
                $"The baseline was measured on another machine: {lines[0][MachineMark.Length..]}. Create one for this machine with '-- guard --save'.");
        }

        Dictionary<string, double> before = lines.Skip(2).ToDictionary(
            Key, line => double.Parse(line[(line.LastIndexOf(',') + 1)..], CultureInfo.InvariantCulture));
        int slower = 0, moved = 0;
        foreach (CellResult result in Own(results))
        {
            if (!before.TryGetValue($"\"{result.Group}\",\"{result.Name}\"", out double ratio))
            {
                output.WriteLine($"New: {result.Group} / {result.Name}");
                continue;
            }

            double change = (result.Speedup / ratio) - 1;
            if (Math.Abs(change) > Tolerance)
            {
                moved++;
                slower += change < 0 ? 1 : 0;
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{(change < 0 ? "Slower" : "Faster")}: {result.Group} / {result.Name}: "
                        + $"× {ratio:F2} before, × {result.Speedup:F2} now ({change:+0 %;-0 %})"));
            }
        }

        output.WriteLine(moved == 0 ? "No ratio changed by more than 10 %." : $"{moved} ratio(s) changed by more than 10 %; {slower} became slower.");
        return slower == 0 ? 0 : 1;
    }

    private static IEnumerable<CellResult> Own(IReadOnlyList<CellResult> results) => results.Where(result => !result.IsBaseline);

    private static string Key(string line) => line[..line.LastIndexOf(',')];
}
