namespace Blittable.Benchmarks.Storage;

/// <summary>Keys from the first to the last; both belong to it.</summary>
internal readonly record struct IdRange(long First, long Last)
{
    public long Count => Last - First + 1;

    /// <summary>The part of one of several workers. The parts cover the range and do not meet.</summary>
    public IdRange Part(int index, int parts) => new(First + (Count * index / parts), First + (Count * (index + 1) / parts) - 1);
}
