using System.Globalization;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>A table of conversions: one row per file if there are few, and the total.</summary>
internal sealed class ConversionTable
{
    /// <summary>The maximum number of files to list. For more files, only the total is shown.</summary>
    private const int MaxRows = 25;

    /// <summary>The minimum size of JSON for which a ratio is shown. In smaller documents, the fixed size of a document dominates.</summary>
    private const long LeastRatioBytes = 4096;

    /// <summary>The minimum size and time for which a rate is shown. Below them, compilation and start-up dominate.</summary>
    private const long LeastRateBytes = 1_000_000;

    private static readonly TimeSpan s_leastRateTime = TimeSpan.FromMilliseconds(50);

    private readonly List<(string Name, ConversionResult Result)> _rows = [];
    private ConversionResult _sum;
    private int _count;

    public void Add(string name, in ConversionResult result)
    {
        _count++;
        _sum += result;
        if (_rows.Count < MaxRows)
        {
            _rows.Add((name, result));
        }
    }

    public void WriteTo(IAnsiConsole console)
    {
        if (_count == 0)
        {
            return;
        }

        var table = new Table().Border(TableBorder.Simple);
        table.AddColumn("file");
        foreach (var heading in (string[])["documents", "JSON", "Blittable", "ratio", "time", "MB/s"])
        {
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());
        }

        if (_count <= MaxRows)
        {
            _rows.ForEach(row => AddRow(table, row.Name, row.Result));
        }

        if (_count > 1)
        {
            AddRow(table, string.Create(CultureInfo.InvariantCulture, $"{_count:N0} files"), _sum);
        }

        console.Write(table);
    }

    private static void AddRow(Table table, string name, in ConversionResult result)
    {
        var hasRate = result.InputBytes >= LeastRateBytes && result.Elapsed >= s_leastRateTime;
        table.AddRow(
            Markup.Escape(TerminalText.Escape(name)),
            Figures.Count(result.Documents),
            Figures.Bytes(result.InputBytes),
            Figures.Bytes(result.OutputBytes),
            result.InputBytes >= LeastRatioBytes ? Figures.Ratio(result.OutputBytes, result.InputBytes) : "",
            hasRate ? Figures.Milliseconds(result.Elapsed) : "",
            hasRate ? Figures.MegabytesPerSecond(result.InputBytes, result.Elapsed) : "");
    }
}
