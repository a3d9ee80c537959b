using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Holds the rows of one column of a group. A <see cref="ColumnGroupWriter"/> encodes batches, and a <see cref="ColumnGroupReader"/> fills them.
/// Reusable; not thread-safe.</summary>
internal abstract class ColumnBatch
{
    private protected ColumnBatch()
    {
    }

    /// <summary>Gets the type of the column's values.</summary>
    public abstract ColumnType Type { get; }

    /// <summary>Gets the number of rows.</summary>
    public abstract int Count { get; }

    /// <summary>Encodes the rows as a chunk that is valid until the next call.</summary>
    internal abstract ReadOnlyMemory<byte> Encode();

    /// <summary>Decodes the rows of a chunk, or only the rows whose bit is set in a non-empty selection.</summary>
    internal abstract void Decode(ReadOnlyMemory<byte> chunk, ReadOnlySpan<ulong> selection, int selected);
}
