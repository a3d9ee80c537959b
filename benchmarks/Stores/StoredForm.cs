namespace Blittable.Benchmarks.Stores;

/// <summary>Represents the stored form of a document and the way to read three of its properties.</summary>
internal abstract class StoredForm(string name)
{
    public string Name { get; } = name;

    /// <summary>Inspects the workload before anything is stored.</summary>
    public virtual void Prepare(StoreWorkload workload)
    {
    }

    public abstract ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json);

    /// <summary>Returns the sum of numbers and string lengths. Each string is created.</summary>
    public abstract double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties);
}
