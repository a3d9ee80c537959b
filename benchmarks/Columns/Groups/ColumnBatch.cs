using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Holds one column's rows of a group, which a <see cref="ColumnGroupWriter"/> encodes and a <see cref="ColumnGroupReader"/> fills. Reusable; not
/// thread-safe.</summary>
internal abstract class ColumnBatch
{
    private protected ColumnBatch()
    {
    }

    /// <summary>Gets the type of the column's values.</summary>
    public abstract ColumnType Type { get; }

    /// <summary>Gets the rows.</summary>
    public abstract int Count { get; }

    /// <summary>Makes a chunk of the rows, valid until the next one is made of this batch.</summary>
    internal abstract ReadOnlyMemory<byte> Encode();

    /// <summary>Takes the rows of a chunk, or those whose bit is set where there is a selection.</summary>
    internal abstract void Decode(ReadOnlyMemory<byte> chunk, ReadOnlySpan<ulong> selection, int selected);
}
