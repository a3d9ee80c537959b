using System.Text;

namespace Blittable.Benchmarks.Harness;

/// <summary>Tables that go to the terminal at once and into one Markdown file; and CSV files beside it.</summary>
internal sealed class Report
{
    private readonly string _folder;
    private readonly string _name;
    private readonly List<string> _pictures = [];
    private readonly StringBuilder _markdown = new();

    /// <param name="folder">Where the files go; made when it is not there.</param>
    /// <param name="name">The files' name without an extension.</param>
    /// <param name="title">The heading of the Markdown file.</param>
    /// <param name="notes">Lines under the heading: how it was measured.</param>
    public Report(string folder, string name, string title, params IReadOnlyList<string> notes)
    {
        _folder = folder;
        _name = name;
        _markdown.Append($"# {title}\n\n{Machine.Description}; {DateTime.UtcNow:yyyy-MM-dd}.\n");
        foreach (string note in notes)
        {
            _markdown.Append('\n').Append(note).Append('\n');
        }
    }

    /// <summary>Prints the table and keeps it for the Markdown file.</summary>
    public void Show(Table table)
    {
        Console.WriteLine($"\n{table.Title}\n{table.ToText()}");
        _markdown.Append($"\n## {table.Title}\n\n{table.ToMarkdown()}");
    }

    /// <summary>Draws charts into the folder and shows them at the end of the Markdown file.</summary>
    public void Draw(IEnumerable<BarChart> charts)
    {
        Directory.CreateDirectory(_folder);
        foreach (BarChart chart in charts.Where(chart => chart.Groups.Count > 0))
        {
            foreach (string picture in BarChartPicture.Write(chart, Path.Combine(_folder, _name)))
            {
                _pictures.Add(Path.GetFileName(picture));
                if (Path.GetExtension(picture) == ".svg")
                {
                    _markdown.Append($"\n![{chart.Title}]({Path.GetFileName(picture)})\n");
                }
            }
        }
    }

    /// <summary>Writes the Markdown file, and the figures in full as CSV.</summary>
    public void Write(Table csv)
    {
        Directory.CreateDirectory(_folder);
        string path = Path.Combine(_folder, _name);
        File.WriteAllText(path + ".md", _markdown.ToString());
        File.WriteAllText(path + ".csv", csv.ToCsv());
        string pictures = string.Concat(_pictures.Select(picture => ", " + picture));
        Console.WriteLine($"Written: {Path.GetRelativePath(Environment.CurrentDirectory, path)}.md and .csv{pictures}");
    }
}
