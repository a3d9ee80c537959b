using System.Diagnostics;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Several converters, each with a thread, where there is one a core of its own, and all documents to convert; in turn with that each alone.</summary>
/// <remarks>
/// Turns are short, so that what else uses a core slows a converter alone as much as beside the others, and end for all at the same moment. So the
/// ratio tells what they take from each other: memory, caches, locks.
/// </remarks>
internal sealed class SideBySide
{
    /// <summary>The clock is asked after so many bytes of JSON, or a longer document.</summary>
    private const int BytesBetween = 5_000;

    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(10);

    private readonly IReadOnlyList<ReadOnlyMemory<byte>> _documents;
    private readonly Action<ReadOnlyMemory<byte>>[] _convert;
    private readonly int _documentsBetween;
    private readonly int[] _next;

    /// <summary>What each converter did in its last turn, in documents a nanosecond.</summary>
    private readonly double[] _speeds;

    private SideBySide(Corpus corpus, DocumentForm form, int converters)
    {
        _documents = corpus.Documents;
        _documentsBetween = (int)Math.Max(1, (long)BytesBetween * _documents.Count / corpus.Bytes);
        _next = new int[converters];
        _speeds = new double[converters];
        _convert = [.. Enumerable.Range(0, converters).Select(_ => form.Converter(corpus))];
    }

    /// <summary>Measures how long a document takes with all at work, and how many times as much they do as one: the median over turns.</summary>
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

    /// <summary>Goes on with the documents where the turn before ended, until the time is up.</summary>
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
