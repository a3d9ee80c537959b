namespace Blittable.Benchmarks.Harness;

/// <summary>Represents the time to warm up and then to measure a cell in a process.</summary>
internal readonly record struct TimeBudget(TimeSpan WarmUp, TimeSpan Measure)
{
    /// <summary>Two seconds let tiered compilation finish, even if it shares the only core with the code under test.</summary>
    public static TimeBudget Full { get; } = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(1));

    /// <summary>For a quick check and for CI. Shows that a cell works, not how fast it is.</summary>
    public static TimeBudget Quick { get; } = new(TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100));
}
