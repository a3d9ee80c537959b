using System.Globalization;

namespace Blittable.Benchmarks.Publishing;

/// <summary>Represents the file that lists the published suites, one line per suite in the order of publication: commit, date, seconds, and the load of the
/// machine before and after.</summary>
/// <param name="path">The path of the CSV file, which is created by the first suite.</param>
internal sealed class PublishedSuites(string path)
{
    private const string Heading = "suite,commit,date,seconds,load before,load after";

    /// <summary>Determines whether the results of a suite belong to a commit.</summary>
    public bool Contains(string suite, string commit) => Lines().Any(line => line.Split(',') is [var name, var of, ..] && name == suite && of == commit);

    /// <summary>Adds a suite, and removes its line of an earlier commit.</summary>
    public void Add(string suite, string commit, TimeSpan time, double loadBefore, double loadAfter)
    {
        var line = string.Create(
            CultureInfo.InvariantCulture, $"{suite},{commit},{DateTime.UtcNow:yyyy-MM-dd},{time.TotalSeconds:F0},{loadBefore:F2},{loadAfter:F2}");
        File.WriteAllLines(path, [Heading, .. Lines().Where(other => other.Split(',')[0] != suite), line]);
    }

    private string[] Lines() => File.Exists(path) ? File.ReadAllLines(path)[1..] : [];
}
