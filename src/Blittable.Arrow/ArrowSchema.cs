using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Reading;
using Blittable.Arrow.Schemas;

namespace Blittable.Arrow;

/// <summary>Creates schemas for <see cref="ArrowOptions.Schema"/>: of a .NET type, of a text or of an existing Parquet file. Thread-safe.</summary>
public static class ArrowSchema
{
    /// <summary>The maximum nesting depth of types. Types nested deeper become JSON text.</summary>
    private const int MaxDepth = 32;

    private const int DecimalDigits = 38, DecimalScale = 10;

    /// <summary>Creates the schema of the JSON objects that a type is serialized to.</summary>
    /// <remarks>
    /// Integers, <see cref="float"/>, <see cref="double"/> and <see cref="bool"/> map to the Arrow type of equal width. <see cref="decimal"/> maps to a decimal
    /// with 38 digits, 10 of them after the decimal point. <see cref="DateOnly"/> maps to a date. <see cref="DateTime"/> and <see cref="DateTimeOffset"/> map
    /// to timestamps in nanoseconds, a <see cref="DateTimeOffset"/> in UTC. Values outside the years 1678 to 2261, such as <see cref="DateTime.MinValue"/>, end the export; for them,
    /// replace the field by a timestamp in microseconds or a string. <see cref="TimeOnly"/> maps to a time in nanoseconds and <see cref="Guid"/> to a UUID. Byte arrays map to
    /// binary, objects to structs, collections to lists and dictionaries to maps with string keys. Enumerations map to strings or integers, depending on their
    /// serialization. Numbers that are written as strings map to strings. Types and properties with other custom converters, polymorphic types,
    /// <see cref="object"/>, types of System.Text.Json such as <see cref="JsonElement"/>, and types that contain themselves become JSON text. Other types map to
    /// strings.
    /// </remarks>
    /// <typeparam name="T">The type of the documents.</typeparam>
    /// <param name="typeInfo">The serialization metadata of the type, such as <c>ShopContext.Default.Order</c>.</param>
    /// <returns>The schema, with a column for each property.</returns>
    /// <exception cref="ArgumentException">The type is not serialized as an object with properties.</exception>
    public static Schema Of<T>(JsonTypeInfo<T> typeInfo)
    {
        ArgumentNullException.ThrowIfNull(typeInfo);
        return TypeOf(typeInfo, []) is StructType type ? new Schema(type.Fields, null)
            : throw new ArgumentException($"{typeof(T)} is not serialized as an object with properties.", nameof(typeInfo));
    }

    /// <summary>Parses a schema in the notation of SQL column lists, such as <c>id BIGINT NOT NULL, price DECIMAL(10, 2), lines STRUCT(sku VARCHAR)[]</c>.</summary>
    /// <remarks>
    /// The types are those of DuckDB: <c>BOOLEAN</c>, <c>TINYINT</c>, <c>SMALLINT</c>, <c>INTEGER</c>, <c>BIGINT</c> and their unsigned forms such as
    /// <c>UINTEGER</c>, <c>FLOAT</c>, <c>DOUBLE</c>, <c>DECIMAL(p, s)</c>, <c>VARCHAR</c>, <c>BLOB</c>, <c>UUID</c>, <c>DATE</c>, <c>TIME</c>, <c>TIMESTAMP</c>
    /// in microseconds, <c>TIMESTAMP_MS</c>, <c>TIMESTAMP_NS</c>, <c>TIMESTAMPTZ</c>, <c>JSON</c>, <c>STRUCT(name type, …)</c>, <c>MAP(type, type)</c> and
    /// lists such as <c>INTEGER[]</c>. Types are case-insensitive, names are not. A name with other characters than letters, digits and <c>_$@-</c> is enclosed
    /// in double quotes.
    /// </remarks>
    /// <param name="text">The columns, separated by commas.</param>
    /// <returns>The schema.</returns>
    /// <exception cref="BlittableException">
    /// The text is not a schema (<see cref="BlittableErrorCode.InvalidQuery"/>). <see cref="BlittableException.Offset"/> counts characters.
    /// </exception>
    public static Schema Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return new SchemaParser(text).Parse();
    }

    /// <summary>Reads the schema of a Parquet file, to export documents to files with equal columns.</summary>
    /// <remarks>
    /// Metadata is omitted. Columns that contain only nulls and have no type become JSON text, and 96-bit timestamps become timestamps in nanoseconds.
    /// </remarks>
    /// <param name="input">The file, as a seekable stream. It is left open.</param>
    /// <returns>The schema.</returns>
    /// <exception cref="BlittableException">
    /// The file is damaged, is not a Parquet file, or has a column whose type documents cannot be exported to.
    /// </exception>
    /// <exception cref="IOException">The input could not be read.</exception>
    public static Schema ReadParquet(Stream input)
    {
        ArgumentNullException.ThrowIfNull(input);
        return GuardedInput.Read(input, guard =>
        {
            var faults = new ColumnFaults(skips: false);
            using var table = new ParquetTable(StoredSchema.DeclareLists(guard), faults);
            faults.Check(table.Columns.Count);
            if (table.IsWholeDocument)
            {
                throw new BlittableException(BlittableErrorCode.WrongKind, "The file stores whole documents as JSON text in one column, so it has no schema of their properties.");
            }

            return ExampleSchema.Of(table.Columns);
        });
    }

    private static IArrowType? TypeOf(JsonTypeInfo info, IReadOnlyList<Type> above, JsonNumberHandling? handling = null)
    {
        if (above.Count == MaxDepth || above.Contains(info.Type) || info.PolymorphismOptions is not null || IsCustom(info.Converter))
        {
            return null;
        }

        Type[] here = [.. above, info.Type];
        switch (info.Kind)
        {
            case JsonTypeInfoKind.Object when info.Properties.Any(IsWritten):
                return new StructType([.. info.Properties.Where(IsWritten).Select(property => FieldOf(property, info, here))]);
            case JsonTypeInfoKind.Enumerable when info.ElementType is { } element:
                return new ListType(FieldOf("item", TypeOf(info.Options.GetTypeInfo(element), here, handling)));
            case JsonTypeInfoKind.Dictionary when info.ElementType is { } element && info.Type != typeof(JsonObject):
                return new MapType(new Field("key", StringType.Default, nullable: false), FieldOf("value", TypeOf(info.Options.GetTypeInfo(element), here, handling)));
            case JsonTypeInfoKind.None:
                return Scalar(info, handling);
            default:
                return null;
        }
    }

    private static bool IsWritten(JsonPropertyInfo property) => property.Get is not null && !property.IsExtensionData;

    /// <summary>Determines whether a converter is not part of System.Text.Json, so that its JSON is unknown.</summary>
    private static bool IsCustom(JsonConverter? converter) => converter is not null && converter.GetType().Assembly != typeof(JsonConverter).Assembly;

    private static Field FieldOf(JsonPropertyInfo property, JsonTypeInfo parent, IReadOnlyList<Type> above)
    {
        var handling = property.NumberHandling ?? parent.NumberHandling;
        return FieldOf(property.Name, property.CustomConverter is { } converter
            ? OfConverter(converter, property.PropertyType) : TypeOf(parent.Options.GetTypeInfo(property.PropertyType), above, handling));
    }

    private static Field FieldOf(string name, IArrowType? type) =>
        new(name, type ?? StringType.Default, nullable: true, type is null ? FieldMarks.Json : type is FixedSizeBinaryType and not Decimal128Type ? FieldMarks.Guid : null);

    /// <summary>Returns the type of a property with its own converter, or null for JSON text. The only converter with known JSON writes the names of an
    /// enumeration.</summary>
    private static StringType? OfConverter(JsonConverter converter, Type type) =>
        !IsCustom(converter) && (Nullable.GetUnderlyingType(type) ?? type).IsEnum ? StringType.Default : null;

    private static IArrowType? Scalar(JsonTypeInfo info, JsonNumberHandling? handling)
    {
        var type = Nullable.GetUnderlyingType(info.Type) ?? info.Type;
        if (type.IsEnum)
        {
            return IsText(type, info.Options) ? StringType.Default : Number(Type.GetTypeCode(Enum.GetUnderlyingType(type)));
        }

        var number = Number(Type.GetTypeCode(type));
        return number is not (null or BooleanType) && (handling ?? info.Options.NumberHandling).HasFlag(JsonNumberHandling.WriteAsString) ? StringType.Default
            : number ?? (type == typeof(DateOnly) ? Date32Type.Default
            : type == typeof(DateTime) ? new TimestampType(TimeUnit.Nanosecond, timezone: (string?)null)
            : type == typeof(DateTimeOffset) ? new TimestampType(TimeUnit.Nanosecond, "UTC")
            : type == typeof(TimeOnly) ? Time64Type.Nanosecond
            : type == typeof(Guid) ? new FixedSizeBinaryType(16)
            : type == typeof(byte[]) ? BinaryType.Default
            : type == typeof(object) || type.Namespace?.StartsWith("System.Text.Json", StringComparison.Ordinal) == true ? null
            : StringType.Default);
    }

    /// <summary>Determines whether the members of an enumeration are serialized as strings. A value without a member is a number in any case.</summary>
    private static bool IsText(Type type, JsonSerializerOptions options)
    {
        var members = Enum.GetValuesAsUnderlyingType(type);
        var info = options.GetTypeInfo(type);
        return !IsCustom(info.Converter) && members.Length > 0 && JsonSerializer.Serialize(Enum.ToObject(type, members.GetValue(0)!), info).StartsWith('"');
    }

    private static IArrowType? Number(TypeCode code) => code switch
    {
        TypeCode.Boolean => BooleanType.Default,
        TypeCode.SByte => Int8Type.Default,
        TypeCode.Int16 => Int16Type.Default,
        TypeCode.Int32 => Int32Type.Default,
        TypeCode.Int64 => Int64Type.Default,
        TypeCode.Byte => UInt8Type.Default,
        TypeCode.UInt16 => UInt16Type.Default,
        TypeCode.UInt32 => UInt32Type.Default,
        TypeCode.UInt64 => UInt64Type.Default,
        TypeCode.Single => FloatType.Default,
        TypeCode.Double => DoubleType.Default,
        TypeCode.Decimal => new Decimal128Type(DecimalDigits, DecimalScale),
        _ => null,
    };
}
