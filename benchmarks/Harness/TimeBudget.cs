namespace Blittable.Benchmarks.Harness;

/// <summary>How long a process warms a cell up and then measures it.</summary>
internal readonly record struct TimeBudget(TimeSpan WarmUp, TimeSpan Measure)
{
    /// <summary>Two seconds let tiered compilation finish, even where it shares the one core with what it compiles.</summary>
    public static TimeBudget Full { get; } = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(1));

    /// <summary>For a look, and for CI: it shows that a cell works, not how fast it is.</summary>
    public static TimeBudget Quick { get; } = new(TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100));
}
