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
    /// <summary>The keys of the metadata that make a column's values come back as they were.</summary>
    private const string KindKey = "blittable.kind", NullKey = "blittable.null", FormKey = "blittable.date", OffsetKey = "blittable.offset";

    private const string JsonKind = "json", Absent = "absent";

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
        Dictionary<string, string> metadata = new() { [NullKey] = IsNullAbsent ? Absent : "null" };
        if (Kind == FieldKind.Json)
        {
            metadata[KindKey] = JsonKind;
        }
        else if (Kind is FieldKind.Day or FieldKind.Instant)
        {
            metadata[FormKey] = $"{Form.Bits}";
            metadata[OffsetKey] = $"{OffsetMinutes}";
        }

        return new Field(Name, ToType(), nullable: true, metadata);
    }

    /// <summary>Reads how a column is kept; of a foreign column as its type says.</summary>
    /// <param name="field">The field.</param>
    public static FieldPlan Of(Field field)
    {
        var isJson = field.DataType is StringType && field.Metadata?.GetValueOrDefault(KindKey) == JsonKind;
        var (kind, children) = isJson ? (FieldKind.Json, []) : field.DataType switch
        {
            BooleanType => (FieldKind.Boolean, []),
            Decimal128Type => (FieldKind.Decimal, []),
            Int8Type or Int16Type or Int32Type or Int64Type or UInt8Type or UInt16Type or UInt32Type or UInt64Type => (FieldKind.Int64, []),
            FloatType or DoubleType => (FieldKind.Double, []),
            StringType => (FieldKind.String, []),
            Date32Type => (FieldKind.Day, []),
            TimestampType => (FieldKind.Instant, []),
            BinaryType or FixedSizeBinaryType => (FieldKind.Binary, (IReadOnlyList<FieldPlan>)[]),
            StructType type => (FieldKind.Struct, [.. type.Fields.Select(Of)]),
            ListType type => (FieldKind.List, [Of(type.ValueField)]),
            var type => throw new BlittableException(BlittableErrorCode.WrongKind, $"Expected a type of column that has a JSON form at '{field.Name}', found {type.Name}."),
        };
        var form = ushort.TryParse(field.Metadata?.GetValueOrDefault(FormKey), out var bits) && DateTextForm.TryFromBits(bits, out var stored) ? stored
            : kind == FieldKind.Day ? DateTextForm.DateOnly
            : field.DataType is TimestampType { Timezone: null } ? new DateTextForm('T', 6, DateTextZone.None) : new DateTextForm('T', 6, DateTextZone.Z);
        return new FieldPlan(field.Name, kind, field.Metadata?.GetValueOrDefault(NullKey) == Absent, children)
        {
            Scale = (field.DataType as Decimal128Type)?.Scale ?? 0,
            Precision = (field.DataType as Decimal128Type)?.Precision ?? 0,
            Form = form,
            OffsetMinutes = short.TryParse(field.Metadata?.GetValueOrDefault(OffsetKey), out var offset) ? offset : (short)0,
        };
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
