namespace Blittable.Benchmarks.Storage;

/// <summary>Represents an inclusive range of keys.</summary>
internal readonly record struct IdRange(long First, long Last)
{
    public long Count => Last - First + 1;

    /// <summary>Returns the part of one of several workers. The parts cover the range and do not overlap.</summary>
    public IdRange Part(int index, int parts) => new(First + (Count * index / parts), First + (Count * (index + 1) / parts) - 1);
}
