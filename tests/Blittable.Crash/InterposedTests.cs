using System.Diagnostics;
using Blittable.Collections;
using Blittable.Crash.Simulation;
using Blittable.Crash.Workloads;

namespace Blittable.Crash;

/// <summary>Tests writers for which system calls fail.</summary>
public sealed class InterposedTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-crash-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_commit_whose_flush_fails_is_not_acknowledged_and_its_writer_cannot_be_used_again()
    {
        var lines = Run(InterposedLibrary.Environments(_folder, null, ("CRASH_FAIL_SYNC", "9")));

        Assert.Single(lines, line => line.Contains(" failed ", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.Contains(" wrong ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_full_disk_causes_an_error_and_keeps_the_last_commit()
    {
        var lines = Run(InterposedLibrary.Environments(_folder, null, ("CRASH_FULL_AFTER", "25000")));

        AssertFailedWithoutLoss(lines);
    }

    [Fact]
    public void A_file_size_limit_causes_an_error_and_keeps_the_last_commit()
    {
        // The runtime's executable mappings are files, too, unless they are disabled.
        var lines = Run(new Dictionary<string, string> { ["DOTNET_EnableWriteXorExecute"] = "0" }, "ulimit -f 40; trap '' XFSZ");

        AssertFailedWithoutLoss(lines);
    }

    [Fact]
    public void A_read_only_folder_keeps_the_last_commit()
    {
        Run(new Dictionary<string, string>());
        var commit = new Workload(1).Check(WriterProcess.PathOf(_folder, 1), 20, int.MaxValue);

        // Appending needs no new file. A compaction does, fails, and ends the process. Of so many calls, one in six is a compaction or creates the file anew.
        var lines = Run(InterposedLibrary.Environments(_folder, null, ("CRASH_READ_ONLY", "1")), commits: 1_000);

        Assert.Single(lines, line => line.Contains(" failed 0 ", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.Contains(" wrong ", StringComparison.Ordinal));
        var reports = new WriterReports();
        Array.ForEach(lines, reports.Add);
        new Workload(1).Check(WriterProcess.PathOf(_folder, 1), Math.Max(commit, reports.Of(1).Done), int.MaxValue);
        Assert.Single(Directory.GetFiles(_folder));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_process_with_few_free_file_descriptors_fails_and_loses_no_commit(int free)
    {
        // The runtime's executable mappings need descriptors, too, unless they are disabled.
        var environment = new Dictionary<string, string> { [WriterProcess.FreeFilesVariable] = $"{free}", ["DOTNET_EnableWriteXorExecute"] = "0" };
        var lines = Run(environment, "ulimit -n 256", commits: 1_000);

        AssertFailedWithoutLoss(lines);
        Assert.Single(Directory.GetFiles(_folder));
    }

    [Fact]
    public void A_second_writing_process_is_rejected()
    {
        var path = WriterProcess.PathOf(_folder, 1);
        CollectionWriter.Create(path, new Workload(1).Options).Dispose();
        using var writer = CollectionWriter.Append(path);

        var lines = Run(new Dictionary<string, string>());

        Assert.Contains("is already open for writing", Assert.Single(lines), StringComparison.Ordinal);
        new Workload(1).Apply(writer, 1);
        writer.Commit();
        new Workload(1).Check(path, 1, 1);
    }

    [Fact]
    public void The_command_flushes_an_output_before_the_rename_and_the_folder_after_it()
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        var disk = Directory.CreateDirectory(Path.Combine(_folder, "disk")).FullName;
        var journal = Path.Combine(_folder, "journal");
        File.WriteAllText(Path.Combine(disk, "input.json"), "[1,2,3]");
        var start = new ProcessStartInfo("dotnet", [Path.Combine(AppContext.BaseDirectory, "Blittable.Cli.dll"), "convert", Path.Combine(disk, "input.json")]);
        foreach (var (name, value) in InterposedLibrary.Environments(disk, journal))
        {
            start.Environment[name] = value;
        }

        using (var process = Process.Start(start)!)
        {
            process.WaitForExit();
            Assert.Equal(0, process.ExitCode);
        }

        var records = DiskRecord.ReadAll(journal);
        var kinds = string.Concat(records.Where(record => record.Kind is 'W' or 'S' or 'R' or 'D').Select(record => record.Kind));
        Assert.EndsWith("WSRD", kinds, StringComparison.Ordinal);
    }

    [Fact]
    public void The_folder_is_flushed_after_a_file_replaces_another()
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        var disk = Directory.CreateDirectory(Path.Combine(_folder, "disk")).FullName;
        var journal = Path.Combine(_folder, "journal");
        using (var process = RewriteProcess.Start(Path.Combine(disk, "a.blic"), InterposedLibrary.Environments(disk, journal)))
        {
            process.WaitForExit();
            Assert.Equal(0, process.ExitCode);
        }

        var kinds = string.Concat(DiskRecord.ReadAll(journal).Where(record => record.Kind is 'W' or 'S' or 'R' or 'D').Select(record => record.Kind));
        // The first rename publishes the file, the others replace it.
        Assert.InRange(kinds.Count(kind => kind == 'R'), 2, int.MaxValue);

        // Nothing else is written, flushed or renamed between a rename and the flush of the folder.
        Assert.All(kinds.Index().Where(entry => entry.Item == 'R'), entry => Assert.Equal('D', kinds[entry.Index + 1]));
    }

    private string[] Run(Dictionary<string, string> environment, string? shell = null, int commits = 20)
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        using var process = WriterProcess.Start(_folder, 1, 1, commits, environment, shell);
        var errors = process.StandardError.ReadToEndAsync();
        var lines = process.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        process.WaitForExit();
        Assert.Equal("", errors.Result);
        return lines;
    }

    private void AssertFailedWithoutLoss(string[] lines)
    {
        var reports = new WriterReports();
        Array.ForEach(lines, reports.Add);
        Assert.True(reports.Failures > 0);
        var (begun, done) = reports.Of(1);
        new Workload(1).Check(WriterProcess.PathOf(_folder, 1), done, begun);
    }
}
