using System.Globalization;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>A table of conversions: one row per file if there are few, and the total. A column without values is omitted.</summary>
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
        string[] headings =
            ["documents", "JSON", "Blittable", .. HasRatio(_sum) ? (string[])["ratio"] : [], .. HasRate(_sum) ? (string[])["time", "MB/s"] : []];
        foreach (var heading in headings)
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

    private static bool HasRatio(in ConversionResult result) => result.InputBytes >= LeastRatioBytes;

    private static bool HasRate(in ConversionResult result) => result.InputBytes >= LeastRateBytes && result.Elapsed >= s_leastRateTime;

    private static void AddRow(Table table, string name, in ConversionResult result)
    {
        string[] cells =
        [
            Markup.Escape(TerminalText.Escape(name)),
            Figures.Count(result.Documents),
            Figures.Bytes(result.InputBytes),
            Figures.Bytes(result.OutputBytes),
            HasRatio(result) ? Figures.Ratio(result.OutputBytes, result.InputBytes) : "",
            HasRate(result) ? Figures.Milliseconds(result.Elapsed) : "",
            HasRate(result) ? Figures.MegabytesPerSecond(result.InputBytes, result.Elapsed) : "",
        ];

        // The omitted columns are the last ones, because a rate requires a larger file than a ratio.
        table.AddRow(cells[..table.Columns.Count]);
    }
}
