using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Determines when a warm-up is over: after its minimum time, or later if runs still become faster.</summary>
/// <remarks>
/// The JIT shares the cores with the code that it compiles. A small loop is optimized within a second; a query that runs hundreds of methods takes several.
/// </remarks>
internal sealed class WarmUp(TimeSpan least)
{
    /// <summary>The maximum time as a multiple of the minimum time.</summary>
    private const int Most = 4;

    /// <summary>The number of parts of the minimum time, by which runs are compared.</summary>
    private const int Parts = 4;

    /// <summary>A part is steady if its best time exceeds this share of the best time before it.</summary>
    private const double Steady = 0.98;

    /// <summary>The number of consecutive steady parts that ends the warm-up. One part is insufficient, because times stagnate while a long queue is
    /// compiled.</summary>
    private const int SteadyParts = 2;

    private readonly long _start = Stopwatch.GetTimestamp();
    private TimeSpan _part;
    private double _best = double.MaxValue;
    private double _bestOfPart = double.MaxValue;
    private int _steady;

    /// <summary>Records a run.</summary>
    /// <param name="time">The time of the run, in any unit.</param>
    /// <returns>true if the run was the last one; otherwise, false.</returns>
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
