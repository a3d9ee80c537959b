using System.Diagnostics;
using Blittable.Collections;
using Blittable.Crash.Workloads;

namespace Blittable.Crash.Campaigns;

/// <summary>Writes, reads, queries and compacts collections for a long time, and monitors the memory and the open files of the process.</summary>
internal sealed class SoakCampaign(int seed, TextWriter output)
{
    private const int Collections = 6;
    private const int CommitsOfCollection = 150;

    /// <summary>The heap may grow by this much after warm-up, and the process by four times as much.</summary>
    private const long MostGrowth = 16 << 20;

    private readonly Stopwatch _clock = Stopwatch.StartNew();

    /// <summary>Runs for a time.</summary>
    /// <returns>true if nothing grew after the first third of the time; otherwise, false.</returns>
    public bool Run(TimeSpan time) => Run(_ => _clock.Elapsed / time);

    /// <summary>Runs a number of rounds. Every collection is deleted and created anew within 100 rounds.</summary>
    /// <returns>true if nothing grew after the first third of the rounds; otherwise, false.</returns>
    public bool Run(int rounds) => Run(done => (double)done / rounds);

    /// <param name="progress">Returns the part of the campaign that is done, after a number of rounds.</param>
    private bool Run(Func<int, double> progress)
    {
        var folder = Directory.CreateTempSubdirectory("blittable-crash-").FullName;
        var samples = new List<(long Heap, long Process, int Files)>();
        var rounds = 0;
        for (var next = 0.0; progress(rounds) is < 1 and var done; rounds++)
        {
            Round(folder, rounds);
            if (done >= next)
            {
                samples.Add(Sample(folder));
                var (heap, process, files) = samples[^1];
                output.WriteLine($"{_clock.Elapsed:hh\\:mm\\:ss} {rounds} rounds, heap {heap >> 10:N0} KB, process {process >> 20:N0} MB, {files} open files");
                next = done + (1.0 / 30);
            }
        }

        samples.Add(Sample(folder));
        Directory.Delete(folder, recursive: true);
        var warm = samples[..Math.Max(1, samples.Count / 3)];
        var late = samples[^Math.Max(1, samples.Count / 3)..];
        var heapGrowth = late.Max(sample => sample.Heap) - warm.Max(sample => sample.Heap);
        var processGrowth = late.Max(sample => sample.Process) - warm.Max(sample => sample.Process);
        var fileGrowth = late.Max(sample => sample.Files) - warm.Max(sample => sample.Files);
        output.WriteLine(
            $"soak: {_clock.Elapsed.TotalMinutes:0.0} minutes, {rounds} rounds; from the first third to the last the heap grew by {heapGrowth >> 10:N0} KB, "
            + $"the process by {processGrowth >> 20:N0} MB, the open files by {fileGrowth}");
        return heapGrowth < MostGrowth && processGrowth < 4 * MostGrowth && fileGrowth <= 0;
    }

    /// <param name="folder">The folder whose open files are counted. Other files belong to the runtime and the test runner.</param>
    private static (long Heap, long Process, int Files) Sample(string folder)
    {
        var heap = GC.GetTotalMemory(forceFullCollection: true);
        using var process = Process.GetCurrentProcess();
        return (heap, process.WorkingSet64, OperatingSystem.IsLinux() ? OpenFilesIn(folder) : 0);
    }

    private static int OpenFilesIn(string folder) => Directory.GetFileSystemEntries("/proc/self/fd").Count(descriptor => TargetOf(descriptor)?.StartsWith(folder, StringComparison.Ordinal) == true);

    /// <summary>Returns the target of a descriptor, or null if it was closed.</summary>
    private static string? TargetOf(string descriptor)
    {
        try
        {
            return new FileInfo(descriptor).LinkTarget;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private void Round(string folder, int round)
    {
        var number = seed + (round % Collections);
        var path = WriterProcess.PathOf(folder, number);
        var workload = new Workload(number);
        var commit = File.Exists(path) ? workload.Check(path, 0, int.MaxValue) : 0;
        if (commit > CommitsOfCollection)
        {
            File.Delete(path);
            commit = 0;
        }

        using (var writer = commit == 0 ? CollectionWriter.Create(path, workload.Options) : CollectionWriter.Append(path))
        {
            for (var i = 0; i < 10; i++)
            {
                workload.Apply(writer, ++commit);
                writer.Commit();
            }
        }

        // Several threads read, as in a server.
        Parallel.For(0, 8, worker =>
        {
            using var reader = CollectionReader.Open(path);
            reader.ForEach((_, _) => { });
            reader.Find([.. Enumerable.Range(0, 20).Select(i => (CollectionKey)((i + worker) * 100L))], (_, _) => { });
            _ = reader.Scan().Where("$.kind", FilterOperator.Equal, "k1").Count();
        });
        if (round % 5 == 4)
        {
            CollectionCompaction.Compact(path);
        }
    }
}
