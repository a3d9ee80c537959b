namespace Blittable.Benchmarks.Harness;

/// <summary>A group of bars.</summary>
/// <param name="Label">The group's name.</param>
/// <param name="Values">One figure a series; NaN where the group has none.</param>
internal sealed record BarGroup(string Label, IReadOnlyList<double> Values);
