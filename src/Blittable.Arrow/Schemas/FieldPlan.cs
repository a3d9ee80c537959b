using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>Says how the values at one path become an Arrow column, and how they come back.</summary>
/// <param name="Name">The name of the property; of elements <c>item</c>.</param>
/// <param name="Kind">How the values are kept.</param>
/// <param name="IsNullAbsent">Whether a null of the column is a property that its object does not have, instead of a JSON null.</param>
/// <param name="Children">The fields of a struct, or the elements of a list.</param>
internal sealed record FieldPlan(string Name, FieldKind Kind, bool IsNullAbsent, IReadOnlyList<FieldPlan> Children)
{
    /// <summary>Gets whether JSON nulls are stored as the text <c>null</c>, because an Arrow null is an absent property.</summary>
    public bool HasNullTexts { get; init; }

    /// <summary>Gets the fraction digits of decimals.</summary>
    public int Scale { get; init; }

    /// <summary>Gets the digits of decimals.</summary>
    public int Precision { get; init; }

    /// <summary>Gets the text form of all dates.</summary>
    public DateTextForm Form { get; init; }

    /// <summary>Gets the offset of all dates from UTC, in minutes.</summary>
    public short OffsetMinutes { get; init; }

    /// <summary>Gets whether the instants need nanoseconds.</summary>
    public bool IsNano => Form.FractionDigits > 6;

    /// <summary>Makes the field of the column.</summary>
    public Field ToField()
    {
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
        FieldKind.Instant => new TimestampType(IsNano ? TimeUnit.Nanosecond : TimeUnit.Microsecond, Form.Zone == DateTextZone.None ? null : "UTC"),
        FieldKind.Binary => BinaryType.Default,
        FieldKind.Struct => new StructType([.. Children.Select(child => child.ToField())]),
        FieldKind.List => new ListType(Children[0].ToField()),
        _ => StringType.Default,
    };
}
