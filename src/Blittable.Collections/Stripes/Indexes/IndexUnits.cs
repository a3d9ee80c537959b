using Blittable.Columns;

namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Selects the units of an index: single rows, or the blocks of 128 values that a column decodes at once.</summary>
/// <param name="ChunkRows">Rows of a chunk group.</param>
/// <param name="AreBlocks">
/// Whether units are blocks. Pointing at them takes seven bits less for each row, and comparing a block's numbers costs little more than
/// comparing one.
/// </param>
internal readonly record struct IndexUnits(int ChunkRows, bool AreBlocks)
{
    private int RowsPerUnit => AreBlocks ? IntegerEncoder.BlockValues : 1;

    private int UnitsPerChunk => (ChunkRows + RowsPerUnit - 1) / RowsPerUnit;

    /// <summary>The unit of a row of the stripe.</summary>
    public int Of(int row) => (row / ChunkRows * UnitsPerChunk) + (row % ChunkRows / RowsPerUnit);

    /// <summary>The chunk group of a unit, and the unit's rows in it, which may go beyond its last.</summary>
    public (int Group, int Start, int Count) Rows(long unit) => ((int)(unit / UnitsPerChunk), (int)(unit % UnitsPerChunk) * RowsPerUnit, RowsPerUnit);
}
