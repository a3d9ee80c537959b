using System.Runtime.InteropServices;
using System.Text;
using Blittable.Cli.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>The tasks of docs/COOKBOOK.md, run in order by a shell. Each must print what the page shows.</summary>
public sealed class CookbookTests : IDisposable
{
    private const string Separator = "=== next job ===";

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Each_task_prints_what_the_page_shows()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        var jobs = Jobs(File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "COOKBOOK.md"))).ToArray();
        var script = string.Concat(jobs.Select(job => $"{job.Commands}\necho '{Separator}'\n"));

        // The command finds the tool for sql, export and import on the search path.
        var runtime = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../.."));
        var setup = $"export DOTNET_ROOT='{runtime}' PATH=\"$PATH:{AppContext.BaseDirectory}\"";
        var output = await BuiltCommand.Bash($"exec 2>&1\n{setup}\n{script}", _folder.Path);

        var printed = output.Split($"{Separator}\n");
        Assert.True(jobs.Length >= 63, $"The page has {jobs.Length} jobs.");
        for (var i = 0; i < jobs.Length; i++)
        {
            Assert.True(jobs[i].Prints == printed[i], $"{jobs[i].Title}: the page says\n{jobs[i].Prints}and the command prints\n{printed[i]}");
        }
    }

    /// <summary>Returns the sections of the page: the indented commands and the fenced output of each.</summary>
    private static IEnumerable<(string Title, string Commands, string Prints)> Jobs(string[] lines)
    {
        var (title, commands, prints, isFenced) = ("", new StringBuilder(), new StringBuilder(), false);
        foreach (var line in lines.Append("## "))
        {
            if (line.StartsWith("## ", StringComparison.Ordinal))
            {
                if (commands.Length > 0)
                {
                    yield return (title, commands.ToString(), prints.ToString());
                }

                (title, commands, prints) = (line[3..], new StringBuilder(), new StringBuilder());
            }
            else if (line.StartsWith("```", StringComparison.Ordinal))
            {
                isFenced = !isFenced;
            }
            else if (isFenced)
            {
                prints.Append(line).Append('\n');
            }
            else if (line.StartsWith("    ", StringComparison.Ordinal))
            {
                commands.Append(line[4..]).Append('\n');
            }
        }
    }
}
