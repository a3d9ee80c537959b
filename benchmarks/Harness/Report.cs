using System.Text;

namespace Blittable.Benchmarks.Harness;

/// <summary>Writes tables to the terminal and to one Markdown file, and figures to CSV files.</summary>
internal sealed class Report
{
    private readonly string _folder;
    private readonly string _name;
    private readonly List<string> _pictures = [];
    private readonly StringBuilder _markdown = new();

    /// <param name="folder">The folder of the files, created if it does not exist.</param>
    /// <param name="name">The name of the files without extension.</param>
    /// <param name="title">The heading of the Markdown file.</param>
    /// <param name="notes">Lines under the heading that describe the method of measurement.</param>
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

    /// <summary>Prints a table and adds it to the Markdown file.</summary>
    public void Show(Table table)
    {
        Console.WriteLine($"\n{table.Title}\n{table.ToText()}");
        _markdown.Append($"\n## {table.Title}\n\n{table.ToMarkdown()}");
    }

    /// <summary>Prints a paragraph and adds it to the Markdown file.</summary>
    public void Note(string text)
    {
        Console.WriteLine(text);
        _markdown.Append('\n').Append(text).Append('\n');
    }

    /// <summary>Draws charts into the folder and adds them to the end of the Markdown file.</summary>
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

    /// <summary>Writes the Markdown file and the CSV file.</summary>
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
