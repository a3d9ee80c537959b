using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Reading;

/// <summary>Describes a column to be read, or a nested field of a column, with its Arrow type and details that only the Parquet schema contains.</summary>
/// <param name="Path">The names from the column to the field, for error messages.</param>
/// <param name="Field">The Arrow field.</param>
/// <param name="Leaf">The Parquet column that contains the values, or null for groups and for columns from other sources.</param>
/// <param name="Children">The fields of a struct, the elements of a list, or the alternatives of a union.</param>
internal sealed record ColumnSource(string Path, Field Field, ParquetLeaf? Leaf, IReadOnlyList<ColumnSource> Children)
{
    /// <summary>Gets the storage type, which is the field type without a wrapping extension type.</summary>
    public IArrowType StorageType => Field.DataType is ExtensionType extension ? extension.StorageType : Field.DataType;

    /// <summary>Gets the name of the extension type, or null if the column has no extension type.</summary>
    public string? ExtensionName => Field.DataType is ExtensionType extension ? extension.Name : Field.Metadata?.GetValueOrDefault("ARROW:extension:name");

    /// <summary>Gets the Parquet columns that contain the values of this field and of nested fields.</summary>
    public IEnumerable<ParquetLeaf> Leaves => Leaf is null ? Children.SelectMany(child => child.Leaves) : [Leaf];

    /// <summary>Describes a column that does not come from a Parquet file.</summary>
    public static ColumnSource Of(Field field) => Of(field, field.Name, leaf: null);

    /// <summary>Describes a column whose nested fields share its Parquet column.</summary>
    public static ColumnSource Of(Field field, string path, ParquetLeaf? leaf) =>
        new(path, field, leaf, [.. FieldsBelow(field).Select(child => Of(child, $"{path}.{child.Name}", leaf))]);

    /// <summary>Returns the child fields of a field. The metadata of a dictionary-encoded or run-end-encoded field, such as an extension type, describes its values.</summary>
    public static IReadOnlyList<Field> FieldsBelow(Field field) => FieldsBelow(field.DataType, field.Metadata);

    private static IReadOnlyList<Field> FieldsBelow(IArrowType type, IReadOnlyDictionary<string, string>? metadata) => type switch
    {
        ExtensionType extension => FieldsBelow(extension.StorageType, metadata),
        DictionaryType dictionary => [new Field("value", dictionary.ValueType, nullable: true, metadata)],
        RunEndEncodedType { Fields: [var ends, var values] } when values.Metadata is not { Count: > 0 } => [ends, new Field(values.Name, values.DataType, nullable: true, metadata)],
        NestedType nested => nested.Fields,
        _ => [],
    };
}
