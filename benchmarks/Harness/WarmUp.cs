using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Says when a warm-up is over: after its time, or later where runs still become faster.</summary>
/// <remarks>
/// The optimizer shares the cores with what it compiles. A small loop is done in a second; a query that goes through hundreds of methods
/// takes some.
/// </remarks>
internal sealed class WarmUp(TimeSpan least)
{
    /// <summary>So many times as long as the least is the most.</summary>
    private const int Most = 4;

    /// <summary>Runs are compared by quarters of the least time.</summary>
    private const int Parts = 4;

    /// <summary>A part is steady whose best run takes more than this share of the best before it.</summary>
    private const double Steady = 0.98;

    /// <summary>So many steady parts in a row end the warm-up: while a long queue is compiled, nothing becomes faster for a while.</summary>
    private const int SteadyParts = 2;

    private readonly long _start = Stopwatch.GetTimestamp();
    private TimeSpan _part;
    private double _best = double.MaxValue;
    private double _bestOfPart = double.MaxValue;
    private int _steady;

    /// <summary>Takes note of a run.</summary>
    /// <param name="time">How long it took, in any unit.</param>
    /// <returns>Whether it was the last one.</returns>
    public bool IsOver(double time)
    {
        _bestOfPart = Math.Min(_bestOfPart, time);
        TimeSpan elapsed = Stopwatch.GetElapsedTime(_start);
        if (elapsed - _part < least / Parts)
        {
            return false;
        }

        _steady = _bestOfPart > Steady * _best ? _steady + 1 : 0;
        _best = Math.Min(_best, _bestOfPart);
        _bestOfPart = double.MaxValue;
        _part = elapsed;
        return elapsed >= least && (_steady >= SteadyParts || elapsed >= Most * least);
    }
}
