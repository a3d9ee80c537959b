using System.Diagnostics;
using System.Globalization;
using Blittable.Collections;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Crash.Workloads;

/// <summary>A process that commits to collections until it is killed or finished, and reports its progress on standard output.</summary>
/// <remarks>
/// Lines are <c>WRITER begin COMMIT</c>, <c>WRITER done COMMIT</c>, <c>WRITER failed COMMIT visible</c> or <c>hidden</c> for a failed commit that may
/// be visible or not, <c>WRITER failed 0 MESSAGE</c> for other I/O errors, and <c>WRITER wrong MESSAGE</c> for violations. Each writer is a thread with
/// its own collection, so a kill hits all of them.
/// </remarks>
internal static class WriterProcess
{
    public const string Verb = "write-until-killed";

    /// <summary>The environment variable with the durability of the writers.</summary>
    public const string DurabilityVariable = "CRASH_DURABILITY";

    /// <summary>The environment variable with the number of file descriptors that remain free after a writer has done everything once.</summary>
    public const string FreeFilesVariable = "CRASH_FREE_FILES";

    private static readonly List<SafeFileHandle> s_files = [];

    /// <summary>The values of <see cref="DurabilityVariable"/>.</summary>
    public static IReadOnlyList<string> Durabilities { get; } = ["each", "every", "none"];

    /// <summary>Chooses the durability of a writer. A short interval may have ended at each commit of a slow process, and a long one never ends.</summary>
    private static CollectionDurability Durability(Random random) => Environment.GetEnvironmentVariable(DurabilityVariable) switch
    {
        null or "each" => CollectionDurability.EachCommit,
        "every" => CollectionDurability.Every(random.Next(2) == 0 ? TimeSpan.FromMilliseconds(5) : TimeSpan.FromHours(1)),
        "none" => CollectionDurability.None,
        var other => throw new InvalidDataException($"'{other}' is no durability."),
    };

    /// <summary>Starts a process.</summary>
    /// <param name="folder">The folder of the collections.</param>
    /// <param name="seed">The seed of the first writer. Each further writer has the next seed.</param>
    /// <param name="writers">The number of writers.</param>
    /// <param name="commits">The number of commits of each writer, after which the process ends.</param>
    /// <param name="environment">Additional environment variables.</param>
    /// <param name="shell">Shell commands to run before the process starts, for example to set a limit.</param>
    public static Process Start(
        string folder, int seed, int writers, int commits, IReadOnlyDictionary<string, string>? environment = null, string? shell = null)
    {
        string[] command = [Environment.ProcessPath!, typeof(WriterProcess).Assembly.Location, Verb, folder, $"{seed}", $"{writers}", $"{commits}"];
        if (Path.GetFileNameWithoutExtension(command[0]) != "dotnet")
        {
            command = [command[0], .. command[2..]];
        }

        if (shell is not null)
        {
            command = ["/bin/sh", "-c", $"{shell}; exec \"$@\"", "sh", .. command];
        }

        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        // Tiered recompilation does not pay off in a short-lived process.
        start.Environment["DOTNET_TieredPGO"] = "0";
        start.Environment["DOTNET_TC_BackgroundWorkerTimeoutMs"] = "0";
        return Process.Start(start)!;
    }

    /// <summary>Returns the path of a writer's collection.</summary>
    public static string PathOf(string folder, int seed) => Path.Combine(folder, $"{seed}.blic");

    /// <summary>Runs in the started process.</summary>
    public static void Run(string[] args)
    {
        var numbers = args[1..].Select(text => int.Parse(text, CultureInfo.InvariantCulture)).ToArray();
        var threads = Enumerable.Range(numbers[0], numbers[1]).Select(seed => new Thread(() => Write(args[0], seed, numbers[2]))).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }

    private static void Write(string folder, int seed, int commits)
    {
        var path = PathOf(folder, seed);
        var workload = new Workload(seed);
        var random = new Random();
        try
        {
            if (Environment.GetEnvironmentVariable(FreeFilesVariable) is { } free)
            {
                CollectionWriter.Create(path, workload.Options).Dispose();
                Append(path, seed, workload, random);
                CollectionCompaction.Compact(path);
                CreateAnew(path, workload, random);
                UseFiles(int.Parse(free, CultureInfo.InvariantCulture));

                // What ran before needs no compilation, for which the runtime may need descriptors.
                CollectionCompaction.Compact(path);
            }

            for (var done = 0; done < commits;)
            {
                if (!File.Exists(path))
                {
                    CollectionWriter.Create(path, workload.Options).Dispose();
                }

                switch (random.Next(12))
                {
                    case 0:
                        CollectionCompaction.Compact(path);
                        break;
                    case 1:
                        CreateAnew(path, workload, random);
                        break;
                    default:
                        done += Append(path, seed, workload, random);
                        break;
                }
            }
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            Say($"{seed} failed 0 {fault.Message}");
        }
        catch (Exception fault)
        {
            Say($"{seed} wrong {fault}");
        }
    }

    private static int Append(string path, int seed, Workload workload, Random random)
    {
        var commits = random.Next(1, 12);
        var commit = workload.Check(path, 0, int.MaxValue);
        using var writer = CollectionWriter.Append(path);
        writer.Durability = Durability(random);
        for (var i = 1; i <= commits; i++)
        {
            commit++;
            Say($"{seed} begin {commit}");
            workload.Apply(writer, commit);
            try
            {
                writer.Commit(TokenOf(seed, commit));
            }
            catch (CollectionCommitException fault)
            {
                Say($"{seed} failed {commit} {(fault.MayBeVisible ? "visible" : "hidden")}");
                CheckClaim(path, seed, workload, commit, fault, writer);
                Expect(seed, () => writer.Commit());
                Expect(seed, () => writer.Add("{\"id\":5}"u8));
                Expect(seed, () => writer.Delete(5));
                return i;
            }

            Say($"{seed} done {commit}");
        }

        return commits;
    }

    /// <summary>Compares the exception of a commit with what a reader sees, and with the commit that the writer reads from disk.</summary>
    private static void CheckClaim(string path, int seed, Workload workload, int commit, CollectionCommitException fault, CollectionWriter writer)
    {
        var seen = workload.Check(path, commit - 1, fault.MayBeVisible ? commit : commit - 1);
        using var reader = CollectionReader.Open(path);
        if (reader.IsCommitted(TokenOf(seed, commit)) != (seen == commit))
        {
            throw new InvalidDataException($"Commit {seen} of seed {seed} is there, and the token of commit {commit} says otherwise.");
        }

        var onDisk = writer.ReadCommitFromDisk();
        if (onDisk.Number < fault.CommitNumber - 1 || onDisk.Number > reader.CommitNumber)
        {
            throw new InvalidDataException($"The disk has commit {onDisk.Number} of seed {seed}, and readers see {reader.CommitNumber}.");
        }
    }

    private static Guid TokenOf(int seed, int commit) => new(seed, 0, 1, BitConverter.GetBytes((long)commit));

    /// <summary>Replaces the collection by one with the same documents.</summary>
    private static void CreateAnew(string path, Workload workload, Random random)
    {
        var commit = workload.Check(path, 0, int.MaxValue);
        using var writer = CollectionWriter.Create(path, workload.Options);
        writer.Durability = Durability(random);
        foreach (var document in workload.StateAfter(commit).Values)
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes(document));
        }

        writer.Commit();
    }

    /// <summary>Runs an action of a failed writer, which must throw.</summary>
    private static void Expect(int seed, Action action)
    {
        try
        {
            action();
            Say($"{seed} wrong a writer that failed was used again");
        }
        catch (BlittableException)
        {
            // The exception is expected.
        }
    }

    /// <summary>Opens files until no other can be opened, and closes some of them.</summary>
    private static void UseFiles(int free)
    {
        try
        {
            while (true)
            {
                s_files.Add(File.OpenHandle("/dev/null"));
            }
        }
        catch (IOException)
        {
            s_files[^free..].ForEach(file => file.Dispose());
        }
    }

    private static void Say(string line) => Console.Out.WriteLine(line.ReplaceLineEndings(" "));
}
