using System.Text.Json;

namespace Blittable.Cli;

/// <summary>Measures the documents of one file in each form.</summary>
internal sealed class FileBench(
    string file, IReadOnlyList<ReadOnlyMemory<byte>> texts, TimeSpan time, Action onStep, CancellationToken cancellation)
{
    /// <summary>The number of times the step action is called for each file.</summary>
    public const int Steps = 4;

    /// <exception cref="BlittableException">A text is not JSON, or <see cref="JsonDocument"/> rejects it.</exception>
    public BenchResult Run()
    {
        IBenchForm[] forms = [];
        try
        {
            // Training would report a text that is not JSON, but not its number.
            using (var check = new DocumentBenchForm("", texts, new BlittableOptions()))
            {
                check.Prepare();
            }

            var dictionary = BlittableDictionary.Train(texts);
            BlittableOptions memory = new(), disk = new() { Mode = BlittableMode.Disk };
            forms =
            [
                new DocumentBenchForm("memory mode", texts, memory),
                new DocumentBenchForm("memory mode, dictionary", texts, memory with { Dictionary = dictionary }),
                new DocumentBenchForm("disk mode", texts, disk),
                new DocumentBenchForm("disk mode, dictionary", texts, disk with { Dictionary = dictionary }),
                new JsonBenchForm(texts),
            ];
            long[] held = [.. forms.Select(Held)];
            onStep();

            var convert = TurnTimer.Measure([.. forms.Select(form => (Action)form.Convert)], time, cancellation);
            long[] allocated = [.. forms.Select(Allocated)];
            onStep();

            var paths = BenchPath.Choose(texts);
            RequireEqual([.. forms.Select(form => form.FollowPaths(paths))]);
            var path = TurnTimer.Measure([.. forms.Select(form => (Action)(() => form.FollowPaths(paths)))], time, cancellation);
            onStep();

            RequireEqual([.. forms.Select(form => form.ReadAll())]);
            var all = TurnTimer.Measure([.. forms.Select(form => (Action)(() => form.ReadAll()))], time, cancellation);
            onStep();

            BenchFigures[] figures =
            [
                .. forms.Select((form, i) => new BenchFigures(
                    form.Name, form.Bytes, form.DictionaryBytes, held[i], allocated[i], convert[i], path[i].Per(paths.Count), all[i])),
            ];

            // JSON is opened last, because the converter reports errors in a text better and should report them first.
            return new BenchResult(file, texts.Count, paths.Count, [figures[^1], .. figures[..^1]]);
        }
        catch (JsonException refused)
        {
            throw new BlittableException(
                BlittableErrorCode.InvalidData, $"JsonDocument cannot read the file: {refused.Message}", innerException: refused);
        }
        finally
        {
            foreach (var form in forms)
            {
                form.Dispose();
            }
        }
    }

    /// <summary>Measures how much the heap grows when all documents are opened, after all one-time allocations.</summary>
    private static long Held(IBenchForm form)
    {
        form.Prepare();
        var before = GC.GetTotalMemory(forceFullCollection: true);
        form.Open();
        return Math.Max(0, GC.GetTotalMemory(forceFullCollection: true) - before);
    }

    private static long Allocated(IBenchForm form)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        form.Convert();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <exception cref="BlittableException">Two forms yield different values, which is a bug in this program.</exception>
    private static void RequireEqual(double[] sums)
    {
        if (sums.Any(sum => !sum.Equals(sums[0])))
        {
            throw new BlittableException(
                BlittableErrorCode.InvalidData, "Internal error: the compared formats return different values. Please report this bug.");
        }
    }
}
