using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using System.Runtime.Intrinsics;

namespace Blittable.Fuzz.Running;

/// <summary>Runs many cases of one target and counts their outcomes.</summary>
/// <remarks>
/// The number of the running case is stored in a memory-mapped file, so it survives a process that crashes within a case. The next campaign
/// with the same target and seed reports that case first. The inputs of failing cases are written to the same folder.
/// </remarks>
internal sealed class Campaign(FuzzTarget target, CampaignOptions options, TextWriter output)
{
    /// <summary>A case that runs longer ends the process, because nothing else can end an infinite loop.</summary>
    private static readonly TimeSpan Hang = TimeSpan.FromMinutes(5);

    private const int MaxFailures = 20, MaxShown = 1000;

    private readonly SortedDictionary<string, (long Count, long Ticks, long Bytes)> _outcomes = new(StringComparer.Ordinal);
    private long _running, _watched = -1;

    /// <summary>Runs the cases.</summary>
    /// <returns>The number of failures.</returns>
    public int Run()
    {
        using var runner = new CaseRunner(target);
        using var journal = Journal();
        using var watchdog = new Timer(_ => Watch(), null, Hang, Hang);
        var failures = 0;
        var start = Stopwatch.GetTimestamp();
        var report = TimeSpan.FromMinutes(1);
        long done = 0;
        for (var number = options.First; done < options.Cases && Stopwatch.GetElapsedTime(start) < options.Time; number++, done++)
        {
            journal?.Write(0, number);
            Volatile.Write(ref _running, number);
            var random = new FuzzRandom(options.Seed, (ulong)number);
            var input = target.Make(random);
            try
            {
                var outcome = runner.Run(input, atEnd: random.OneIn(2));
                var (count, ticks, bytes) = _outcomes.GetValueOrDefault(outcome);
                _outcomes[outcome] = (count + 1, ticks + runner.Elapsed.Ticks, bytes + runner.Allocated);
            }
            catch (FuzzFailure failure)
            {
                Report(number, input, failure);
                if (++failures == MaxFailures)
                {
                    break;
                }
            }

            if (Stopwatch.GetElapsedTime(start) > report)
            {
                report += TimeSpan.FromMinutes(1);
                output.WriteLine($"{target.Name}: {done + 1} cases, {failures} failures");
            }
        }

        journal?.Write(0, -1L);
        Summarize(done, failures, Stopwatch.GetElapsedTime(start));
        return failures;
    }

    private MemoryMappedViewAccessor? Journal()
    {
        if (options.Journal is not { } folder)
        {
            return null;
        }

        Directory.CreateDirectory(folder);
        var path = Path.Combine(folder, $"{target.Name}-{options.Seed}.case");
        var isNew = !File.Exists(path);
        using var file = MemoryMappedFile.CreateFromFile(path, FileMode.OpenOrCreate, null, sizeof(long));
        var journal = file.CreateViewAccessor();
        if (!isNew && journal.ReadInt64(0) is var last and >= 0)
        {
            output.WriteLine($"{target.Name}: an earlier campaign ended within case {last}; run it alone by --first {last} --cases 1");
        }

        return journal;
    }

    private void Watch()
    {
        var number = Volatile.Read(ref _running);
        if (number == _watched)
        {
            Environment.FailFast($"{target.Name}: case {number} of seed {options.Seed} has run for {Hang.TotalMinutes} minutes.");
        }

        _watched = number;
    }

    private void Report(long number, byte[] input, FuzzFailure failure)
    {
        output.WriteLine($"{target.Name}: case {number} of seed {options.Seed} failed: {failure.Message}");
        if (options.Journal is { } folder)
        {
            File.WriteAllText(Path.Combine(folder, $"{target.Name}-{options.Seed}-{number}.hex"), Convert.ToHexString(input));
        }

        output.WriteLine(Convert.ToHexString(input.AsSpan(0, Math.Min(input.Length, MaxShown))));
        if (failure.InnerException is { } inner)
        {
            output.WriteLine(inner.StackTrace);
        }
    }

    private void Summarize(long cases, int failures, TimeSpan time)
    {
        var widest = Vector512.IsHardwareAccelerated ? 512 : Vector256.IsHardwareAccelerated ? 256 : Vector128.IsHardwareAccelerated ? 128 : 0;
        output.WriteLine(
            $"{target.Name}: {cases} cases in {time.TotalSeconds:0.0} s, {cases / time.TotalSeconds:0} a second, vectors of {widest} bits, "
            + $"seed {options.Seed}, {failures} failures");
        foreach (var (outcome, (count, ticks, bytes)) in _outcomes)
        {
            output.WriteLine($"    {count,12} {outcome}: {TimeSpan.FromTicks(ticks).TotalMicroseconds / count:0} us and {bytes / count} bytes each");
        }

        output.Flush();
    }
}
