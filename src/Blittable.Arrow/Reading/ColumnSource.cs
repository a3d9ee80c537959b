using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Reading;

/// <summary>Describes a column to be read, or a part of one: its Arrow type, and what only the Parquet schema says about it.</summary>
/// <param name="Path">The names from the column down, for messages.</param>
/// <param name="Field">The Arrow field.</param>
/// <param name="Leaf">The Parquet column that holds the values; null for groups, and for columns that come from no Parquet file.</param>
/// <param name="Children">The fields of a struct, the elements of a list, or the alternatives of a union.</param>
internal sealed record ColumnSource(string Path, Field Field, ParquetLeaf? Leaf, IReadOnlyList<ColumnSource> Children)
{
    /// <summary>Gets the type that values are stored in, without the extension type around it.</summary>
    public IArrowType StorageType => Field.DataType is ExtensionType extension ? extension.StorageType : Field.DataType;

    /// <summary>Gets the name of the extension type; null if the column has none.</summary>
    public string? ExtensionName => Field.DataType is ExtensionType extension ? extension.Name : Field.Metadata?.GetValueOrDefault("ARROW:extension:name");

    /// <summary>Gets the Parquet columns below.</summary>
    public IEnumerable<ParquetLeaf> Leaves => Leaf is null ? Children.SelectMany(child => child.Leaves) : [Leaf];

    /// <summary>Describes a column that comes from no Parquet file.</summary>
    public static ColumnSource Of(Field field) => Of(field, field.Name, leaf: null);

    /// <summary>Describes a column whose children have no Parquet facts of their own.</summary>
    public static ColumnSource Of(Field field, string path, ParquetLeaf? leaf) =>
        new(path, field, leaf, [.. FieldsBelow(field.DataType).Select(child => Of(child, $"{path}.{child.Name}", leaf))]);

    /// <summary>Returns the fields that the values of a type consist of.</summary>
    public static IReadOnlyList<Field> FieldsBelow(IArrowType type) => type switch
    {
        ExtensionType extension => FieldsBelow(extension.StorageType),
        DictionaryType dictionary => [new Field("value", dictionary.ValueType, nullable: true)],
        NestedType nested => nested.Fields,
        _ => [],
    };
}
