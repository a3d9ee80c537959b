using System.Diagnostics;
using System.Globalization;
using System.Text;
using Blittable.Collections;

namespace Blittable.Crash.Campaigns;

/// <summary>Commits documents one by one, and measures the bytes written, the file size, the time to open it, and the size after compaction.</summary>
internal sealed class SmallCommitCampaign(TextWriter output)
{
    private const double MostAmplification = 8;
    private const double MostOpenMilliseconds = 5;
    private const double MostAfterCompaction = 1.2;

    /// <summary>Commits documents.</summary>
    /// <returns>true if all costs are within the documented limits; otherwise, false.</returns>
    public bool Run(int commits)
    {
        // Uses a memory file system, because flushes of a disk are not measured.
        const string Memory = "/dev/shm";
        var folder = Directory.CreateDirectory(Path.Combine(Directory.Exists(Memory) ? Memory : Path.GetTempPath(), Path.GetRandomFileName())).FullName;
        try
        {
            var small = Path.Combine(folder, "small.blic");
            var once = Path.Combine(folder, "once.blic");
            var options = new CollectionOptions { Key = "$.id" };
            var clock = Stopwatch.StartNew();
            long bytes = 0;
            var before = BytesWritten();
            using (var writer = CollectionWriter.Create(small, options))
            {
                for (var id = 0; id < commits; id++)
                {
                    var document = Document(id);
                    bytes += document.Length;
                    writer.Add(document);
                    writer.Commit();
                }
            }

            var amplification = (double)(BytesWritten() - before) / bytes;
            var seconds = clock.Elapsed.TotalSeconds;
            var length = new FileInfo(small).Length;
            var open = Enumerable.Range(0, 101).Select(_ => Open(small, commits)).Order().ElementAt(50);
            using (var writer = CollectionWriter.Create(once, options))
            {
                for (var id = 0; id < commits; id++)
                {
                    writer.Add(Document(id));
                }

                writer.Commit();
            }

            CollectionCompaction.Compact(small);
            var ratio = (double)new FileInfo(small).Length / new FileInfo(once).Length;
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"commits: {commits:N0} commits of a document, {bytes:N0} bytes of JSON, in {seconds:0.0} s; {amplification:0.00} bytes written for a byte of JSON; "
                + $"file {length:N0} bytes, opened in {open:0.000} ms; after compaction {ratio:0.000} times the file of one commit"));
            return amplification <= MostAmplification && open <= MostOpenMilliseconds && ratio <= MostAfterCompaction;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static byte[] Document(int id) => Encoding.UTF8.GetBytes(
        $$"""{"id":{{id}},"name":"user {{id * 7919L % 100_003}}","country":"{{(char)('A' + (id % 26))}}","amount":{{id % 9973}}.25,"at":"2025-01-02T03:04:{{id % 60:00}}Z","tags":["a","b"]}""");

    /// <summary>Returns the milliseconds from opening a collection to its first document by key.</summary>
    private static double Open(string path, int commits)
    {
        var start = Stopwatch.GetTimestamp();
        using var reader = CollectionReader.Open(path);
        using var found = reader.Find(commits / 2);
        return found is null ? throw new InvalidDataException("A document is not there.") : Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>Returns the number of bytes that this process has written to files, according to Linux.</summary>
    private static long BytesWritten()
    {
        const string Field = "wchar: ";
        return OperatingSystem.IsLinux()
            ? long.Parse(File.ReadLines("/proc/self/io").Single(line => line.StartsWith(Field, StringComparison.Ordinal))[Field.Length..], CultureInfo.InvariantCulture)
            : 0;
    }
}
