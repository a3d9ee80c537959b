namespace Blittable.Benchmarks.Harness;

/// <summary>Represents the operation that a cell repeats while it is timed, and the amount of work in one operation.</summary>
/// <param name="Run">Runs one operation. Operations of a few nanoseconds loop inside it, so that the call overhead is negligible.</param>
/// <param name="Bytes">The number of input bytes per operation, for MB/s; 0 if not applicable.</param>
/// <param name="Items">The number of documents, records or values per operation. Times are given per item.</param>
internal sealed record Work(Action Run, long Bytes = 0, long Items = 1)
{
    /// <summary>Gets further figures of the cell that are not times, such as the size of its output.</summary>
    public IReadOnlyDictionary<string, double> Facts { get; init; } = new Dictionary<string, double>();
}
