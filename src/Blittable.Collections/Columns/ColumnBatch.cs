namespace Blittable.Columns;

/// <summary>One column's rows of a group: what a <see cref="ColumnGroupWriter"/> encodes and a <see cref="ColumnGroupReader"/> fills. Reusable; not
/// thread-safe.</summary>
public abstract class ColumnBatch
{
    private protected ColumnBatch()
    {
    }

    /// <summary>What the column's values are.</summary>
    public abstract ColumnType Type { get; }

    /// <summary>The rows.</summary>
    public abstract int Count { get; }

    /// <summary>Makes a chunk of the rows, valid until the next one is made of this batch.</summary>
    internal abstract ReadOnlyMemory<byte> Encode();

    /// <summary>Takes the rows of a chunk, or those whose bit is set where there is a selection.</summary>
    internal abstract void Decode(ReadOnlyMemory<byte> chunk, ReadOnlySpan<ulong> selection, int selected);
}
