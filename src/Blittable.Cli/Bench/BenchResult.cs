namespace Blittable.Cli;

/// <summary>The measurements of one file.</summary>
/// <param name="File">The file.</param>
/// <param name="Documents">The number of documents in the file.</param>
/// <param name="Paths">The number of random paths that were followed.</param>
/// <param name="Forms">One entry per form, JSON first.</param>
internal sealed record BenchResult(string File, int Documents, int Paths, IReadOnlyList<BenchFigures> Forms);
