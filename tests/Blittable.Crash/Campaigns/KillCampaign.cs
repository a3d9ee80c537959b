using Blittable.Collections;
using Blittable.Crash.Workloads;

namespace Blittable.Crash.Campaigns;

/// <summary>Kills processes with several writers each at random moments, and verifies that their collections contain every acknowledged commit, whatever the
/// durability.</summary>
internal sealed class KillCampaign(int seed, TextWriter output, string durability = "each")
{
    private const int WritersAtOnce = 8;
    private const int MostMilliseconds = 300;

    /// <summary>The number of kills before the collections are replaced by new ones.</summary>
    private const int KillsOfCollection = 10;

    private readonly Random _random = new(seed);
    private readonly Dictionary<string, string> _environment = new() { [WriterProcess.DurabilityVariable] = durability };

    /// <summary>Gets the number of commits that writers acknowledged.</summary>
    public int Commits { get; private set; }

    /// <summary>Kills writers.</summary>
    /// <returns>true if there were commits, and no committed document was lost; otherwise, false.</returns>
    public bool Run(int writers)
    {
        var folder = Directory.CreateTempSubdirectory("blittable-crash-").FullName;
        try
        {
            var killed = 0;
            for (var round = 0; killed < writers; round++)
            {
                var first = ((seed * 1000) + (round / KillsOfCollection)) * WritersAtOnce;
                killed += Kill(folder, first);
                if (round % KillsOfCollection == KillsOfCollection - 1)
                {
                    Array.ForEach(Directory.GetFiles(folder), File.Delete);
                    output.WriteLine($"{killed} writers killed, {Commits} commits, none lost");
                }
            }

            output.WriteLine($"kill, durability {durability}: {killed} writers killed, {Commits} commits acknowledged, none lost");
            return Commits > 0;
        }
        catch (Exception fault) when (fault is InvalidDataException or BlittableException)
        {
            output.WriteLine($"kill: {fault.Message} Look into {folder}.");
            return false;
        }
    }

    /// <summary>Starts a process and kills it.</summary>
    /// <returns>The number of writers killed.</returns>
    private int Kill(string folder, int first)
    {
        var before = Enumerable.Range(first, WritersAtOnce).Select(writer => Check(folder, writer, 0, int.MaxValue)).ToArray();
        var reports = new WriterReports();
        using (var process = WriterProcess.Start(folder, first, WritersAtOnce, int.MaxValue, _environment))
        {
            var errors = process.StandardError.ReadToEndAsync();
            var lines = new List<string?> { process.StandardOutput.ReadLine() };

            // On a loaded machine, the first commit of a process may take longer than any delay, so half of the processes get time for it.
            for (var afterCommit = _random.Next(2) == 0; afterCommit && lines[^1]?.Contains(" done ", StringComparison.Ordinal) == false;)
            {
                lines.Add(process.StandardOutput.ReadLine());
            }

            var killer = Task.Delay(_random.Next(MostMilliseconds)).ContinueWith(_ => process.Kill(), TaskScheduler.Default);
            while (lines[^1] is not null)
            {
                lines.Add(process.StandardOutput.ReadLine());
            }

            killer.Wait();
            process.WaitForExit();
            lines.OfType<string>().ToList().ForEach(reports.Add);
            if (errors.Result.Length > 0)
            {
                throw new InvalidDataException(errors.Result);
            }
        }

        Commits += reports.Commits;
        for (var i = 0; i < WritersAtOnce; i++)
        {
            var (begun, done) = reports.Of(first + i);
            Check(folder, first + i, Math.Max(done, before[i]), Math.Max(begun, before[i]));
        }

        return WritersAtOnce;
    }

    private static int Check(string folder, int writer, int least, int most)
    {
        var path = WriterProcess.PathOf(folder, writer);
        if (!File.Exists(path))
        {
            return least == 0 ? 0 : throw new InvalidDataException($"{path} is gone.");
        }

        // The next writer removes the files that the killed writer left.
        CollectionWriter.Append(path).Dispose();
        if (Array.Exists(Directory.GetFiles(folder), other => other.StartsWith(path + ".", StringComparison.Ordinal)))
        {
            throw new InvalidDataException($"A part of a collection was left beside {path}.");
        }

        return new Workload(writer).Check(path, least, most);
    }
}
