using ParquetSharp;

namespace Blittable.Arrow.Reading;

/// <summary>Represents the details of a Parquet column that its Arrow type does not contain.</summary>
/// <param name="Index">The index of the column in the file.</param>
/// <param name="Logical">The logical type, or <see cref="LogicalTypeEnum.Undefined"/> if the reader does not know the type.</param>
/// <param name="IsInt96">true if the column contains deprecated 96-bit timestamps; otherwise, false.</param>
/// <param name="IsUtc">true if times of day are in UTC; otherwise, false.</param>
/// <param name="IsVariant">true if the group that contains the column is a Variant; otherwise, false.</param>
internal sealed record ParquetLeaf(int Index, LogicalTypeEnum Logical, bool IsInt96, bool IsUtc, bool IsVariant)
{
    /// <summary>Reads the details of a column from its descriptor.</summary>
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

    /// <summary>
    /// Returns the logical type of a node, or null if the library has no class for the type. This applies to Variant and the geospatial types.
    /// </summary>
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
