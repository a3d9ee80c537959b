using Blittable.Columns;

namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Represents the units that an index refers to: single rows, or the blocks of 128 values that a column decodes together.</summary>
/// <param name="ChunkRows">The number of rows in a chunk group.</param>
/// <param name="AreBlocks">True if the units are blocks. References to blocks take seven bits less per row, and comparing a whole block of numbers costs little
/// more than comparing a single number.</param>
internal readonly record struct IndexUnits(int ChunkRows, bool AreBlocks)
{
    private int RowsPerUnit => AreBlocks ? IntegerEncoder.BlockValues : 1;

    private int UnitsPerChunk => (ChunkRows + RowsPerUnit - 1) / RowsPerUnit;

    /// <summary>Returns the unit of a row of the stripe.</summary>
    public int Of(int row) => (row / ChunkRows * UnitsPerChunk) + (row % ChunkRows / RowsPerUnit);

    /// <summary>Returns the chunk group of a unit and its rows in the group, which may extend past the last one.</summary>
    public (int Group, int Start, int Count) Rows(long unit) => ((int)(unit / UnitsPerChunk), (int)(unit % UnitsPerChunk) * RowsPerUnit, RowsPerUnit);
}
