using ParquetSharp;

namespace Blittable.Arrow.Reading;

/// <summary>Holds what the schema of a Parquet file adds to the Arrow type of a column.</summary>
/// <param name="Index">The number of the column in the file.</param>
/// <param name="Logical">The logical type; <see cref="LogicalTypeEnum.Undefined"/> for one that the reader has no name for.</param>
/// <param name="IsInt96">Whether the column has the outdated timestamps of 96 bits.</param>
/// <param name="IsUtc">Whether times of day are in UTC.</param>
/// <param name="IsVariant">Whether the group that the column belongs to is a Variant.</param>
internal sealed record ParquetLeaf(int Index, LogicalTypeEnum Logical, bool IsInt96, bool IsUtc, bool IsVariant)
{
    /// <summary>Reads the facts of a column.</summary>
    public static ParquetLeaf Of(int index, ColumnDescriptor column)
    {
        using var node = column.SchemaNode;
        using var parent = node.Parent;
        using var type = TypeOf(node);
        using var parentType = parent is null ? null : TypeOf(parent);
        return new ParquetLeaf(
            index,
            type?.Type ?? LogicalTypeEnum.Undefined,
            column.PhysicalType == PhysicalType.Int96,
            type is TimeLogicalType { IsAdjustedToUtc: true },
            IsVariant: parent is not null && parentType is null && node.Name is "metadata" or "value");
    }

    /// <summary>The logical type of a node; null for one that the library has no class for, which are Variant and the geospatial types.</summary>
    private static LogicalType? TypeOf(ParquetSharp.Schema.Node node)
    {
        try
        {
            return node.LogicalType;
        }
        catch (ArgumentOutOfRangeException)
        {
            return null;
        }
    }
}
