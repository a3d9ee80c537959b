using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using ParquetSharp;
using TimeUnit = Apache.Arrow.Types.TimeUnit;

namespace Blittable.Arrow.Reading;

/// <summary>Creates a schema for an export from the columns of an existing file.</summary>
internal static class ExampleSchema
{
    private const int MostDigits = 38;

    /// <summary>Creates the schema of the columns.</summary>
    /// <exception cref="BlittableException">Documents cannot be exported to the type of a column, or several columns have one name.</exception>
    public static Schema Of(IReadOnlyList<ColumnSource> columns) => new(FieldsOf(columns, "the file"), null);

    private static List<Field> FieldsOf(IReadOnlyList<ColumnSource> columns, string parent)
    {
        if (columns.GroupBy(column => column.Field.Name, StringComparer.Ordinal).FirstOrDefault(group => group.Count() > 1) is { } group)
        {
            throw new BlittableException(BlittableErrorCode.DuplicateName, $"The column name '{group.Key}' is repeated in {parent}.");
        }

        return [.. columns.Select(column => FieldOf(column, column.Field.Name, column.Field.IsNullable))];
    }

    private static Field FieldOf(ColumnSource column, string name, bool nullable)
    {
        return column.StorageType switch
        {
            _ when column.Leaf?.IsInt96 == true => Plain(new TimestampType(TimeUnit.Nanosecond, (string?)null)),
            _ when column.ExtensionName == "arrow.uuid" || column.Leaf?.Logical == LogicalTypeEnum.Uuid => new Field(name, new FixedSizeBinaryType(16), nullable, FieldMarks.Guid),
            _ when ValueReaders.IsVariant(column) => throw NotSupported("Variant"),
            NullType => Json(),
            StringType or LargeStringType or StringViewType => ValueReaders.IsJson(column) ? Json() : Plain(StringType.Default),
            BinaryType or LargeBinaryType or BinaryViewType => ValueReaders.IsJson(column) ? Json() : Plain(ValueReaders.IsText(column) ? StringType.Default : BinaryType.Default),
            BooleanType or Int8Type or Int16Type or Int32Type or Int64Type or UInt8Type or UInt16Type or UInt32Type or UInt64Type => Plain(column.StorageType),
            HalfFloatType or FloatType => Plain(FloatType.Default),
            DoubleType or Time32Type or Time64Type or TimestampType => Plain(column.StorageType),
            Decimal32Type { Scale: >= 0 } type => Plain(new Decimal128Type(type.Precision, type.Scale)),
            Decimal64Type { Scale: >= 0 } type => Plain(new Decimal128Type(type.Precision, type.Scale)),
            Decimal128Type { Scale: >= 0, Precision: <= MostDigits } type => Plain(type),
            Decimal32Type or Decimal64Type or Decimal128Type or Decimal256Type or IntervalType or DurationType => throw NotSupported(column.StorageType.Name),
            Date32Type or Date64Type => Plain(Date32Type.Default),
            FixedSizeBinaryType type when column.Leaf?.Logical != LogicalTypeEnum.Interval => Plain(type),
            StructType => Plain(new StructType(FieldsOf(column.Children, $"'{column.Path}'"))),
            ListType or LargeListType or ListViewType or LargeListViewType or FixedSizeListType => Plain(new ListType(FieldOf(column.Children[0], "item", column.Children[0].Field.IsNullable))),
            MapType when column.Children[0].Children is [var key, var value] => Plain(
                new MapType(FieldOf(key, "key", nullable: false), FieldOf(value, "value", value.Field.IsNullable))),
            DictionaryType => FieldOf(column.Children[0], name, nullable),
            RunEndEncodedType => FieldOf(column.Children[1], name, nullable),
            var type => throw NotSupported(type.Name),
        };

        Field Plain(IArrowType type) => new(name, type, nullable);

        Field Json() => new(name, StringType.Default, nullable, FieldMarks.Json);

        BlittableException NotSupported(string type) => new(
            BlittableErrorCode.WrongKind, $"Column '{column.Path}' of the example has the type {type}, which is not supported for export.");
    }
}
