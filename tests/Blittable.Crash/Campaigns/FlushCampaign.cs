using System.Globalization;
using Blittable.Crash.Simulation;
using Blittable.Crash.Workloads;

namespace Blittable.Crash.Campaigns;

/// <summary>Makes each flush of a writer fail in turn. The writers compare the exception of a commit with what readers see.</summary>
internal sealed class FlushCampaign(int seed, TextWriter output)
{
    /// <summary>The number of commits of a writer, and of the flushes it reaches.</summary>
    private const int Commits = 20, Flushes = 40;

    /// <summary>Gets the number of failed commits.</summary>
    public int Failures { get; private set; }

    /// <summary>Gets the number of failed commits that may be visible.</summary>
    public int VisibleFailures { get; private set; }

    /// <summary>Runs writers.</summary>
    /// <returns>true if every exception described what readers see; otherwise, false.</returns>
    public bool Run(int writers)
    {
        var folder = Directory.CreateTempSubdirectory("blittable-crash-").FullName;
        try
        {
            for (var i = 0; i < writers; i++)
            {
                Run(Directory.CreateDirectory(Path.Combine(folder, $"{i}")).FullName, (seed * 1000) + i, 1 + (i % Flushes));
            }

            output.WriteLine($"flush: {writers} writers, {Failures} failed flushes, {VisibleFailures} of them of commits that may be visible; all as their exceptions say");
            Directory.Delete(folder, recursive: true);
            return true;
        }
        catch (Exception fault) when (fault is InvalidDataException or BlittableException)
        {
            output.WriteLine($"flush: {fault.Message} Look into {folder}.");
            return false;
        }
    }

    private void Run(string folder, int writer, int flush)
    {
        var environment = InterposedLibrary.Environments(folder, null, ("CRASH_FAIL_SYNC", flush.ToString(CultureInfo.InvariantCulture)));
        var reports = new WriterReports();
        using (var process = WriterProcess.Start(folder, writer, 1, Commits, environment))
        {
            var errors = process.StandardError.ReadToEndAsync();
            while (process.StandardOutput.ReadLine() is { } line)
            {
                reports.Add(line);
            }

            process.WaitForExit();
            if (errors.Result.Length > 0)
            {
                throw new InvalidDataException(errors.Result);
            }
        }

        Failures += reports.Failures;
        VisibleFailures += reports.VisibleFailures;
        var path = WriterProcess.PathOf(folder, writer);
        if (File.Exists(path))
        {
            var (begun, done) = reports.Of(writer);
            new Workload(writer).Check(path, done, begun);
        }

        Directory.Delete(folder, recursive: true);
    }
}
