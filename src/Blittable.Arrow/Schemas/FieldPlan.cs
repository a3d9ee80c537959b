using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Collections;
using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>Specifies how the values at a path are stored in an Arrow column and restored from it.</summary>
/// <param name="Name">The name of the property, or <c>item</c> for list elements.</param>
/// <param name="Kind">The storage of the values.</param>
/// <param name="IsNullAbsent">true if a null in the column represents an absent property; false if it represents a JSON null.</param>
/// <param name="Children">The fields of a struct, or the element field of a list.</param>
internal sealed record FieldPlan(string Name, FieldKind Kind, bool IsNullAbsent, IReadOnlyList<FieldPlan> Children)
{
    /// <summary>
    /// Gets a value that indicates whether JSON nulls are stored as the text <c>null</c>, because an Arrow null represents an absent property.
    /// </summary>
    public bool HasNullTexts { get; init; }

    /// <summary>Gets the number of fraction digits of decimals.</summary>
    public int Scale { get; init; }

    /// <summary>Gets the total number of digits of decimals.</summary>
    public int Precision { get; init; }

    /// <summary>Gets the text form of all dates.</summary>
    public DateTextForm Form { get; init; }

    /// <summary>Gets the offset of all dates from UTC, in minutes.</summary>
    public short OffsetMinutes { get; init; }

    /// <summary>Gets the field of the schema specified by the caller, or null if the schema is inferred.</summary>
    public GivenField? Given { get; init; }

    /// <summary>Gets the unit of timestamps.</summary>
    public TimeUnit Unit => Given?.Field.DataType is TimestampType type ? type.Unit : Form.FractionDigits > 6 ? TimeUnit.Nanosecond : TimeUnit.Microsecond;

    /// <summary>Gets the number of Parquet columns that store the values.</summary>
    public int LeafCount => Kind is FieldKind.Struct or FieldKind.List or FieldKind.Map ? Children.Sum(child => child.LeafCount) : 1;

    /// <summary>Gets a value that indicates whether a column of doubles is known to store neither NaN nor infinities.</summary>
    public bool IsFinite { get; init; }

    /// <summary>Determines whether values of one kind have the order of the stored values, as Parquet defines it.</summary>
    /// <param name="kind">The kind of the values.</param>
    /// <param name="hasNulls">true if some values are nulls in the order, which NaN and the infinities are, too.</param>
    public bool IsOrderedLike(QueryValueKind kind, bool hasNulls) => Kind switch
    {
        FieldKind.Boolean => kind == QueryValueKind.Boolean,
        FieldKind.Int64 or FieldKind.Integer or FieldKind.Decimal => kind == QueryValueKind.Number,
        FieldKind.Single or FieldKind.Double => kind == QueryValueKind.Number && (IsFinite || !hasNulls),
        FieldKind.String => kind == QueryValueKind.String,
        FieldKind.Day or FieldKind.Instant => kind == QueryValueKind.Date,
        _ => false,
    };

    /// <summary>Creates the plan of a column that a schema specifies.</summary>
    /// <exception cref="ArgumentException">Documents cannot be converted to the type of the field, or its name contains a NUL.</exception>
    public static FieldPlan Of(Field field, string? parent = null)
    {
        var path = parent is null ? field.Name : $"{parent}.{field.Name}";
        if (field.Name.Contains('\0', StringComparison.Ordinal))
        {
            throw new ArgumentException($"The name of column '{path}' contains a NUL character, which Parquet cannot store.", nameof(field));
        }

        var kind = field.DataType switch
        {
            BooleanType => FieldKind.Boolean,
            Int64Type => FieldKind.Int64,
            Int8Type or Int16Type or Int32Type or UInt8Type or UInt16Type or UInt32Type or UInt64Type => FieldKind.Integer,
            FloatType => FieldKind.Single,
            DoubleType => FieldKind.Double,
            Decimal128Type => FieldKind.Decimal,
            StringType => FieldMarks.Of(field).IsJson ? FieldKind.Json : FieldKind.String,
            BinaryType => FieldKind.Binary,
            Date32Type => FieldKind.Day,
            TimestampType => FieldKind.Instant,
            Time32Type or Time64Type => FieldKind.Time,
            Decimal32Type or Decimal64Type or Decimal256Type => throw NotSupported(field.DataType),
            FixedSizeBinaryType type => FieldMarks.IsGuid(field, type) ? FieldKind.Guid : FieldKind.FixedBinary,
            StructType => FieldKind.Struct,
            ListType => FieldKind.List,
            MapType => FieldKind.Map,
            var type => throw NotSupported(type),
        };
        var decimals = field.DataType as Decimal128Type;
        return new FieldPlan(field.Name, kind, IsNullAbsent: false, [.. ((field.DataType is MapType map ? map.KeyValueType : field.DataType as NestedType)?.Fields ?? []).Select(child => Of(child, path))])
        {
            Given = new GivenField(field, path),
            Precision = decimals?.Precision ?? 0,
            Scale = decimals?.Scale ?? 0,
        };

        ArgumentException NotSupported(IArrowType type) => new($"Column '{path}' has the type {type.Name}, which is not supported for export.", nameof(field));
    }

    /// <summary>Returns the Arrow field of the column.</summary>
    public Field ToField()
    {
        if (Given is { } given)
        {
            return given.Field;
        }

        var isDate = Kind is FieldKind.Day or FieldKind.Instant;
        var marks = new FieldMarks(Kind == FieldKind.Json, IsNullAbsent, isDate ? Form : null, OffsetMinutes);
        return new Field(Name, ToType(), nullable: true, marks.ToMetadata());
    }

    private IArrowType ToType() => Kind switch
    {
        FieldKind.Boolean => BooleanType.Default,
        FieldKind.Int64 => Int64Type.Default,
        FieldKind.Decimal => new Decimal128Type(Precision, Scale),
        FieldKind.Double => DoubleType.Default,
        FieldKind.Day => Date32Type.Default,
        FieldKind.Instant => new TimestampType(Unit, Form.Zone == DateTextZone.None ? null : "UTC"),
        FieldKind.Binary => BinaryType.Default,
        FieldKind.Struct => new StructType([.. Children.Select(child => child.ToField())]),
        FieldKind.List => new ListType(Children[0].ToField()),
        _ => StringType.Default,
    };
}
