namespace Blittable.Benchmarks.Harness;

/// <summary>Reports once which file, library or server a suite lacks, and how to get it.</summary>
internal static class Absent
{
    private static readonly HashSet<(string What, TextWriter Log)> s_said = [];

    /// <summary>Writes a line, unless this process has already written it there, or the process was started for a benchmark.</summary>
    /// <param name="what">The missing file, library or server.</param>
    /// <param name="how">How to get it, as a sentence without a final period.</param>
    /// <param name="log">The destination of the line; null for the standard error stream.</param>
    public static void Note(string what, string how, TextWriter? log = null)
    {
        if (log is null && Environment.GetEnvironmentVariable(CellFacts.Variable) is not null)
        {
            return;
        }

        log ??= Console.Error;
        lock (s_said)
        {
            if (s_said.Add((what, log)))
            {
                log.WriteLine($"Skipped: {what}; {how}.");
            }
        }
    }
}
