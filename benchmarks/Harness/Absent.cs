namespace Blittable.Benchmarks.Harness;

/// <summary>Says once what a suite goes without, and how to get it.</summary>
internal static class Absent
{
    private static readonly HashSet<(string What, TextWriter Log)> s_said = [];

    /// <summary>Writes a line, if it has not been written there before, nor by the process that started this one for a benchmark.</summary>
    /// <param name="what">The file, library or server that is not there.</param>
    /// <param name="how">How to get it: a sentence without a full stop at its end.</param>
    /// <param name="log">Where the line goes; to the standard error where it is null.</param>
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
                log.WriteLine($"Left out: {what}; {how}.");
            }
        }
    }
}
