namespace Blittable.Cli;

/// <summary>What was found out about a file.</summary>
/// <param name="File">The file.</param>
/// <param name="Documents">How many documents it has.</param>
/// <param name="Paths">How many random paths were followed.</param>
/// <param name="Forms">One entry a form, JSON first.</param>
internal sealed record BenchResult(string File, int Documents, int Paths, IReadOnlyList<BenchFigures> Forms);
