using System.Diagnostics;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures several converters in parallel, each with its own thread (and core, if available) and all documents, in alternation with each converter
/// alone.</summary>
/// <remarks>
/// Turns are short, so interference from other programs slows a converter alone as much as in parallel. All converters end a turn at once. Therefore the ratio
/// shows only contention between the converters: memory, caches, locks.
/// </remarks>
internal sealed class SideBySide
{
    /// <summary>The minimum number of bytes of JSON between two reads of the clock.</summary>
    private const int BytesBetween = 5_000;

    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(10);

    private readonly IReadOnlyList<ReadOnlyMemory<byte>> _documents;
    private readonly Action<ReadOnlyMemory<byte>>[] _convert;
    private readonly int _documentsBetween;
    private readonly int[] _next;

    /// <summary>The speed of each converter in its last turn, in documents per nanosecond.</summary>
    private readonly double[] _speeds;

    private SideBySide(Corpus corpus, DocumentForm form, int converters)
    {
        _documents = corpus.Documents;
        _documentsBetween = (int)Math.Max(1, (long)BytesBetween * _documents.Count / corpus.Bytes);
        _next = new int[converters];
        _speeds = new double[converters];
        _convert = [.. Enumerable.Range(0, converters).Select(_ => form.Converter(corpus))];
    }

    /// <summary>Measures the time per document with all converters in parallel, and their speedup over one converter, as medians over the turns.</summary>
    public static Measurement Measure(Corpus corpus, DocumentForm form, int converters, TimeBudget budget)
    {
        var all = new SideBySide(corpus, form, converters);
        var warmUp = new WarmUp(budget.WarmUp);
        while (!warmUp.IsOver(1 / all.Together()))
        {
        }

        var times = new List<double>();
        var gains = new List<double>();
        long start = Stopwatch.GetTimestamp();
        do
        {
            double alone = Enumerable.Range(0, converters).Average(all.Alone);
            double together = all.Together();
            times.Add(1 / together);
            gains.Add(together / alone);
        }
        while (Stopwatch.GetElapsedTime(start) < budget.Measure);

        return Measurement.Of(times) with
        {
            Bytes = (double)corpus.Bytes / corpus.Documents.Count,
            Facts = new Dictionary<string, double> { [Measurement.Gain] = Statistics.Median(gains), [Measurement.WorkerCount] = converters },
        };
    }

    private double Together()
    {
        PinnedThreads.Run(_convert.Length, Convert);
        return _speeds.Sum();
    }

    private double Alone(int converter)
    {
        PinnedThreads.Run(_convert.Length, i =>
        {
            if (i == converter)
            {
                Convert(i);
            }
        });
        return _speeds[converter];
    }

    /// <summary>Converts documents from the position of the previous turn until the time is up.</summary>
    private void Convert(int converter)
    {
        Action<ReadOnlyMemory<byte>> convert = _convert[converter];
        int next = _next[converter];
        int done = 0;
        long start = Stopwatch.GetTimestamp();
        TimeSpan elapsed;
        do
        {
            for (int i = 0; i < _documentsBetween; i++)
            {
                convert(_documents[next]);
                next = next + 1 < _documents.Count ? next + 1 : 0;
            }

            done += _documentsBetween;
            elapsed = Stopwatch.GetElapsedTime(start);
        }
        while (elapsed < Turn);

        _next[converter] = next;
        _speeds[converter] = done / elapsed.TotalNanoseconds;
    }
}
