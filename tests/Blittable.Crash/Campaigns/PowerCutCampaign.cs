using System.Text;
using Blittable.Collections;
using Blittable.Crash.Simulation;
using Blittable.Crash.Workloads;

namespace Blittable.Crash.Campaigns;

/// <summary>Records the disk operations of writers, half of them with a failing flush or a full disk, and cuts the power of a simulated disk
/// at random moments of the record.</summary>
/// <remarks>If each commit is flushed, no acknowledged commit may be lost. With any other durability, a power cut may undo commits acknowledged after the last
/// flush, but must leave the state of one commit.</remarks>
internal sealed class PowerCutCampaign(int seed, TextWriter output, string durability = "each")
{
    private const int CutsOfRecord = 250;
    private const int CommitsOfRecord = 30;

    /// <summary>One in this many cuts is followed by a commit to the remaining collection.</summary>
    private const int AppendedTo = 8;

    /// <summary>A flush and a number of bytes that every writer reaches. The smallest numbers observed are 65 flushes and 38,000 bytes.</summary>
    private const int FewestFlushes = 60, FewestBytes = 35_000;

    private readonly Random _random = new(seed);

    /// <summary>The faults of the next records. Of four records, one has each kind of fault and two have none, so every campaign has faults.</summary>
    private readonly Stack<string?> _faults = [];

    /// <summary>Gets the number of flushes and writes that were made to fail.</summary>
    public int Failures { get; private set; }

    /// <summary>Gets the number of acknowledged commits that power cuts undid.</summary>
    public int Lost { get; private set; }

    /// <summary>Cuts the power.</summary>
    /// <returns>true if no committed document was lost; otherwise, false.</returns>
    public bool Run(int cuts)
    {
        var folder = Directory.CreateTempSubdirectory("blittable-crash-").FullName;
        try
        {
            var done = 0;
            for (var writer = seed * 1000; done < cuts; writer++)
            {
                var records = Record(folder, writer);
                for (var i = 0; i < CutsOfRecord && done < cuts; i++, done++)
                {
                    Cut(folder, writer, records, _random.Next(records.Count + 1), isAppendedTo: i % AppendedTo == 0);
                }
            }

            var lost = durability == "each" ? "no acknowledged commit lost" : $"{Lost} unflushed commits lost, no flushed one";
            output.WriteLine($"power, durability {durability}: {done} power cuts, {Failures} failed flushes or full disks, {lost}");
            Directory.Delete(folder, recursive: true);
            return true;
        }
        catch (Exception fault) when (fault is InvalidDataException or BlittableException)
        {
            output.WriteLine($"power: {fault.Message} Look into {folder}.");
            return false;
        }
    }

    /// <summary>Records the operations of a writer in its own folder.</summary>
    private List<DiskRecord> Record(string folder, int writer)
    {
        var disk = Directory.CreateDirectory(Path.Combine(folder, "disk")).FullName;
        var journal = Path.Combine(folder, "journal");
        var faults = NextFaults();
        var environment = InterposedLibrary.Environments(disk, journal, [.. faults, (WriterProcess.DurabilityVariable, durability)]);
        using (var process = WriterProcess.Start(disk, writer, 1, CommitsOfRecord, environment))
        {
            var errors = process.StandardError.ReadToEndAsync();
            var reports = new WriterReports();
            while (process.StandardOutput.ReadLine() is { } line)
            {
                reports.Add(line);
            }

            Failures += reports.Failures;
            process.WaitForExit();
            if (errors.Result.Length > 0)
            {
                throw new InvalidDataException(errors.Result);
            }
        }

        var records = DiskRecord.ReadAll(journal);
        Directory.Delete(disk, recursive: true);
        return records;
    }

    private (string, string)[] NextFaults()
    {
        if (_faults.Count == 0)
        {
            string?[] kinds = ["CRASH_FAIL_SYNC", "CRASH_FULL_AFTER", null, null];
            _random.Shuffle(kinds);
            Array.ForEach(kinds, _faults.Push);
        }

        return _faults.Pop() switch
        {
            null => [],
            "CRASH_FAIL_SYNC" and var kind => [(kind, $"{_random.Next(1, FewestFlushes)}")],
            var kind => [(kind, $"{_random.Next(1, FewestBytes)}")],
        };
    }

    private void Cut(string folder, int writer, List<DiskRecord> records, int at, bool isAppendedTo)
    {
        var disk = new SimulatedDisk();
        var (reports, flushes) = (new WriterReports(), new FlushedCommits());
        var said = new StringBuilder();
        foreach (var record in records.Take(at))
        {
            disk.Apply(record);
            if (record.Kind == 'A')
            {
                said.Append(Encoding.UTF8.GetString(record.Bytes));
                foreach (var line in said.ToString().Split('\n')[..^1])
                {
                    reports.Add(line);
                }

                said.Remove(0, said.ToString().LastIndexOf('\n') + 1);
            }

            flushes.Apply(record, reports.Of(writer).Done);
        }

        var left = Directory.CreateDirectory(Path.Combine(folder, "left")).FullName;
        disk.CutPower(_random, left);
        var path = WriterProcess.PathOf(left, writer);
        var (begun, done) = reports.Of(writer);
        var flushed = durability == "each" ? done : flushes.Of(Path.Combine(folder, "disk", Path.GetFileName(path)));
        if (File.Exists(path))
        {
            var workload = new Workload(writer);
            var commit = workload.Check(path, flushed, begun);
            Lost += Math.Max(0, done - commit);
            if (isAppendedTo)
            {
                Append(path, workload, commit + 1);
            }
        }
        else if (flushed > 0)
        {
            throw new InvalidDataException($"The collection of writer {writer} is gone after {at} of {records.Count} records, of which {done} commits were done.");
        }

        Directory.Delete(left, recursive: true);
    }

    private static void Append(string path, Workload workload, int commit)
    {
        using (var writer = CollectionWriter.Append(path))
        {
            workload.Apply(writer, commit);
            writer.Commit();
        }

        workload.Check(path, commit, commit);
    }
}
