namespace Blittable.Benchmarks.Stores;

/// <summary>How a document is stored as bytes, and how three of its properties are read from them.</summary>
internal abstract class StoredForm(string name)
{
    public string Name { get; } = name;

    /// <summary>Sees the workload before anything is stored.</summary>
    public virtual void Prepare(StoreWorkload workload)
    {
    }

    public abstract ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json);

    /// <summary>Adds up numbers, and the characters of strings, each of which is made.</summary>
    public abstract double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties);
}
