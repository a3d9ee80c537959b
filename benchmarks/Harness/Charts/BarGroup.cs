namespace Blittable.Benchmarks.Harness;

/// <summary>Represents a group of bars.</summary>
/// <param name="Label">The name of the group.</param>
/// <param name="Values">One figure per series; NaN for a missing bar.</param>
internal sealed record BarGroup(string Label, IReadOnlyList<double> Values);
