using System.Diagnostics;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Two converters, each with a thread and a core of its own and all documents to convert, and in turn with that each of them alone.</summary>
/// <remarks>
/// Turns are short, so that what else uses a core slows a converter alone as much as beside the other one, and end for both at the same moment. So the
/// ratio tells what the two take from each other: memory, caches, locks.
/// </remarks>
internal sealed class SideBySide
{
    private const int Converters = 2;

    /// <summary>The clock is asked after so many bytes of JSON, or a longer document.</summary>
    private const int BytesBetween = 5_000;

    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(10);

    private readonly IReadOnlyList<ReadOnlyMemory<byte>> _documents;
    private readonly Action<ReadOnlyMemory<byte>>[] _convert;
    private readonly int _documentsBetween;
    private readonly int[] _next = new int[Converters];

    /// <summary>What each converter did in its last turn, in documents a nanosecond.</summary>
    private readonly double[] _speeds = new double[Converters];

    private SideBySide(Corpus corpus, DocumentForm form)
    {
        _documents = corpus.Documents;
        _documentsBetween = (int)Math.Max(1, (long)BytesBetween * _documents.Count / corpus.Bytes);
        _convert = [.. Enumerable.Range(0, Converters).Select(_ => form.Converter(corpus))];
    }

    /// <summary>Measures how long a document takes with both at work, and how many times as much they do as one: the median over turns.</summary>
    public static Measurement Measure(Corpus corpus, DocumentForm form, TimeBudget budget)
    {
        var pair = new SideBySide(corpus, form);
        var warmUp = new WarmUp(budget.WarmUp);
        while (!warmUp.IsOver(1 / pair.Together()))
        {
        }

        var times = new List<double>();
        var gains = new List<double>();
        long start = Stopwatch.GetTimestamp();
        do
        {
            double alone = (pair.Alone(0) + pair.Alone(1)) / Converters;
            double together = pair.Together();
            times.Add(1 / together);
            gains.Add(together / alone);
        }
        while (Stopwatch.GetElapsedTime(start) < budget.Measure);

        return Measurement.Of(times) with
        {
            Bytes = (double)corpus.Bytes / corpus.Documents.Count,
            Facts = new Dictionary<string, double> { [Measurement.Gain] = Statistics.Median(gains) },
        };
    }

    private double Together()
    {
        PinnedThreads.Run(Converters, Convert);
        return _speeds.Sum();
    }

    private double Alone(int converter)
    {
        PinnedThreads.Run(Converters, i =>
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
