namespace Blittable.Benchmarks.Harness;

/// <summary>What a cell repeats while the clock runs, and how much one repetition does.</summary>
/// <param name="Run">One operation. Work of a few nanoseconds loops inside it, so that the call itself does not count.</param>
/// <param name="Bytes">Bytes of input that one operation consumes, for MB/s; 0 when there is no such measure.</param>
/// <param name="Items">Documents, records or values that one operation handles; times are given for one of them.</param>
internal sealed record Work(Action Run, long Bytes = 0, long Items = 1)
{
    /// <summary>Further figures of the cell that are not times, such as the size of what it writes.</summary>
    public IReadOnlyDictionary<string, double> Facts { get; init; } = new Dictionary<string, double>();
}
