using System.Diagnostics;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Questions;

/// <summary>Represents the times of a question or an operation in several rounds. In each round, the two peers run in turn.</summary>
/// <param name="Ours">The times of Blittable, one value per round.</param>
/// <param name="Theirs">The times of the peer, one value per round.</param>
internal sealed record QuestionFigures(IReadOnlyList<double> Ours, IReadOnlyList<double> Theirs)
{
    /// <summary>The minimum duration of a turn, for which a fast question is repeated.</summary>
    private const double TurnMilliseconds = 20;

    private const int MostRepeats = 200;

    private const int FewestWarmUps = 3;

    /// <summary>The minimum time of the warm-up of both peers together. Code that the JIT still optimizes would be measured as slower than it is.</summary>
    private static readonly TimeSpan s_warmUp = TimeSpan.FromSeconds(2);

    /// <summary>Gets the time of Blittable relative to the peer in each round.</summary>
    private IEnumerable<double> Ratios => Ours.Zip(Theirs, (ours, theirs) => ours / theirs);

    public double Ratio => Statistics.Median(Ratios);

    /// <summary>Gets the interquartile range of the ratios relative to their median.</summary>
    public double Spread
    {
        get
        {
            double[] sorted = [.. Ratios.Order()];
            return (Statistics.Median(sorted[((sorted.Length + 1) / 2)..]) - Statistics.Median(sorted[..(sorted.Length / 2)])) / Ratio;
        }
    }

    /// <summary>Warms up two peers and measures them in turn.</summary>
    public static QuestionFigures Of(Action ours, Action theirs, int rounds)
    {
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < FewestWarmUps || Stopwatch.GetElapsedTime(start) < s_warmUp; i++)
        {
            ours();
            theirs();
        }

        var (our, their) = (new List<double>(), new List<double>());
        for (var round = 0; round < rounds; round++)
        {
            our.Add(Turn(ours));
            their.Add(Turn(theirs));
        }

        return new(our, their);
    }

    private static double Turn(Action ask)
    {
        var start = Stopwatch.GetTimestamp();
        for (var repeats = 1; ; repeats++)
        {
            ask();
            var elapsed = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            if (elapsed >= TurnMilliseconds || repeats == MostRepeats)
            {
                return elapsed / repeats;
            }
        }
    }
}
