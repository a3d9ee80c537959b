using Apache.Arrow.Types;
using Blittable.Arrow.Reading.Values;
using Blittable.Arrow.Schemas;
using Blittable.Dates;
using ParquetSharp;

namespace Blittable.Arrow.Reading;

/// <summary>Creates the readers of columns. docs/ARROW.md lists the types and their JSON forms.</summary>
/// <param name="openInt96">Opens a Parquet column of 96-bit timestamps. Null if the source is not a Parquet file.</param>
internal sealed class ValueReaders(Func<ParquetLeaf, Int96Stream>? openInt96)
{
    /// <summary>The maximum nesting depth of types, which bounds the recursion over a schema.</summary>
    private const int MaxDepth = 256;

    /// <summary>Creates the reader of a column.</summary>
    /// <param name="source">The column.</param>
    /// <param name="name">The name of the property.</param>
    /// <param name="depth">The nesting depth of the column.</param>
    /// <exception cref="NotSupportedException">The type of the column has no JSON form. The message names the type.</exception>
    public FieldReader ForField(ColumnSource source, string name, int depth = 0) => new(name, FieldMarks.Of(source.Field).IsNullAbsent, For(source, depth));

    /// <summary>Returns the property names of columns or fields. A number follows a name that an earlier one has.</summary>
    public static IReadOnlyList<string> NamesOf(IReadOnlyList<ColumnSource> fields)
    {
        HashSet<string> names = [.. fields.Select(field => field.Field.Name)];
        HashSet<string> seen = [];
        return [.. fields.Select(Next)];

        string Next(ColumnSource field)
        {
            var name = field.Field.Name;
            if (seen.Add(name))
            {
                return name;
            }

            var number = 1;
            while (!names.Add($"{name}_{number}"))
            {
                number++;
            }

            return $"{name}_{number}";
        }
    }

    /// <summary>Creates the reader of the values of a column.</summary>
    /// <exception cref="NotSupportedException">The type of the column has no JSON form. The message names the type.</exception>
    public ValueReader For(ColumnSource source, int depth = 0)
    {
        if (depth > MaxDepth)
        {
            throw new NotSupportedException($"its type is nested more than {MaxDepth} levels deep");
        }

        return ForExtension(source) ?? source.StorageType switch
        {
            NullType => new NullReader(),
            BooleanType => new BooleanReader(),
            Int8Type => new IntegerReader<sbyte>(),
            Int16Type => new IntegerReader<short>(),
            Int32Type => new IntegerReader<int>(),
            Int64Type => new IntegerReader<long>(),
            UInt8Type => new IntegerReader<byte>(),
            UInt16Type => new IntegerReader<ushort>(),
            UInt32Type => new IntegerReader<uint>(),
            UInt64Type => new IntegerReader<ulong>(),
            HalfFloatType => new FloatReader<Half>(),
            FloatType => new FloatReader<float>(),
            DoubleType => new FloatReader<double>(),
            Decimal32Type type => DecimalReader.Of(4, type.Scale),
            Decimal64Type type => DecimalReader.Of(8, type.Scale),
            Decimal128Type type => DecimalReader.Of(16, type.Scale),
            Decimal256Type type => DecimalReader.Of(32, type.Scale),
            StringType or LargeStringType or StringViewType => FieldMarks.Of(source.Field).IsInterval ? new IntervalTextReader() : new Utf8Reader(IsJson(source)),
            BinaryType or LargeBinaryType or BinaryViewType => IsText(source) ? new Utf8Reader(IsJson(source)) : new BytesReader(),
            FixedSizeBinaryType { ByteWidth: 16 } when source.Leaf?.Logical == LogicalTypeEnum.Uuid => new GuidReader(),
            FixedSizeBinaryType { ByteWidth: 12 } when source.Leaf?.Logical == LogicalTypeEnum.Interval => new IntervalReader(),
            FixedSizeBinaryType => new BytesReader(),
            Date32Type or Date64Type => new InstantReader(source.StorageType, TextOf(source)),
            TimestampType when source.Leaf is { IsInt96: true } leaf && openInt96 is not null => new Int96Reader(openInt96(leaf), TextOf(source)),
            TimestampType => new InstantReader(source.StorageType, TextOf(source)),
            Time32Type or Time64Type or DurationType => new TimeReader(source.StorageType, source.Leaf?.IsUtc == true),
            IntervalType => new IntervalReader(),
            _ => ForNested(source, depth + 1),
        };
    }

    private ValueReader ForNested(ColumnSource source, int depth) => source.StorageType switch
    {
        StructType when IsVariant(source) => ForVariant(source, depth),
        StructType => new StructReader([.. source.Children.Zip(NamesOf(source.Children), (child, name) => ForField(child, name, depth))]),
        MapType => ForMap(source.Children[0].Children, depth),
        ListType or LargeListType or ListViewType or LargeListViewType or FixedSizeListType => new ListReader(For(source.Children[0], depth)),
        UnionType type => new UnionReader(type, [.. source.Children.Select(child => For(child, depth))]),
        DictionaryType => new IndirectReader(For(source.Children[0], depth)),
        RunEndEncodedType => new IndirectReader(For(source.Children[1], depth)),
        var type => throw new NotSupportedException($"the type {type.Name} cannot be represented in JSON"),
    };

    private ValueReader ForMap(IReadOnlyList<ColumnSource> entry, int depth)
    {
        var values = entry.Count > 1 ? For(entry[1], depth) : null;
        return IsStringKey(entry[0]) ? new MapReader(new KeyReader(), values) : new PairsReader(For(entry[0], depth), values);
    }

    private VariantColumnReader ForVariant(ColumnSource source, int depth)
    {
        var metadata = IndexOf(source.Children, "metadata");
        return metadata >= 0 && IsBinary(source.Children[metadata]) ? new VariantColumnReader(metadata, ForShredded(source, depth))
            : throw new NotSupportedException("its Variant has no metadata in binary form");
    }

    private ShreddedValue ForShredded(ColumnSource group, int depth)
    {
        if (depth > MaxDepth || group.StorageType is not StructType)
        {
            throw new NotSupportedException("its Variant is shredded into a type that is not a group, or is nested too deeply");
        }

        var typedIndex = IndexOf(group.Children, "typed_value");
        var shredded = new ShreddedValue { ValueIndex = IndexOf(group.Children, "value"), TypedIndex = typedIndex };
        if (shredded.ValueIndex >= 0 && !IsBinary(group.Children[shredded.ValueIndex]))
        {
            throw new NotSupportedException("its Variant has a value that is not binary");
        }

        if (typedIndex < 0)
        {
            return shredded;
        }

        var typed = group.Children[typedIndex];
        return typed.StorageType switch
        {
            StructType => new ShreddedValue
            {
                ValueIndex = shredded.ValueIndex,
                TypedIndex = typedIndex,
                Fields = [.. typed.Children.Select(field => (field.Field.Name, ForShredded(field, depth + 1)))],
            },
            ListType or LargeListType or ListViewType or LargeListViewType or FixedSizeListType => new ShreddedValue
            {
                ValueIndex = shredded.ValueIndex,
                TypedIndex = typedIndex,
                Element = ForShredded(typed.Children[0], depth + 1),
            },
            _ when IsNested(typed) => throw new NotSupportedException($"its Variant is shredded into the type {typed.StorageType.Name}"),
            _ => new ShreddedValue { ValueIndex = shredded.ValueIndex, TypedIndex = typedIndex, Scalar = For(typed, depth + 1) },
        };
    }

    private static int IndexOf(IReadOnlyList<ColumnSource> columns, string name)
    {
        for (var i = 0; i < columns.Count; i++)
        {
            if (columns[i].Field.Name == name)
            {
                return i;
            }
        }

        return -1;
    }

    internal static bool IsVariant(ColumnSource source) =>
        source.ExtensionName is "arrow.parquet.variant" or "parquet.variant" || source.Children.Any(child => child.Leaf?.IsVariant == true);

    private static bool IsBinary(ColumnSource source) => Decoded(source).StorageType is BinaryType or LargeBinaryType or BinaryViewType;

    private static bool IsNested(ColumnSource source) => Decoded(source).StorageType is NestedType;

    /// <summary>Returns the values of a column that is dictionary-encoded or run-end encoded, and other columns unchanged.</summary>
    private static ColumnSource Decoded(ColumnSource source) => source.StorageType switch
    {
        DictionaryType => Decoded(source.Children[0]),
        RunEndEncodedType => Decoded(source.Children[1]),
        _ => source,
    };

    private static ValueReader? ForExtension(ColumnSource source) => (source.ExtensionName, source.StorageType) switch
    {
        ("arrow.parquet.variant" or "parquet.variant", not StructType) => throw new NotSupportedException("its Variant is not a struct"),
        ("arrow.opaque", _) => throw new NotSupportedException(
            $"its type of another system has no Arrow form ({source.Field.Metadata?.GetValueOrDefault("ARROW:extension:metadata")}); cast it to text"),
        ("arrow.uuid", FixedSizeBinaryType { ByteWidth: 16 }) => new GuidReader(),
        ("arrow.bool8", Int8Type) => new ByteBooleanReader(),
        ("arrow.timestamp_with_offset", StructType { Fields: [{ DataType: TimestampType instant }, { DataType: var offset }] }) when IsInt16(offset) => new OffsetInstantReader(
            instant, new InstantText(new DateTextForm('T', InstantText.FractionDigits(instant.Unit), DateTextZone.Offset), 0)),
        _ => null,
    };

    private static bool IsInt16(IArrowType type) => type switch
    {
        Int16Type => true,
        DictionaryType dictionary => IsInt16(dictionary.ValueType),
        RunEndEncodedType runs => IsInt16(runs.ValuesDataType),
        _ => false,
    };

    private static bool IsStringKey(ColumnSource key) => key.StorageType switch
    {
        StringType or LargeStringType or StringViewType => !FieldMarks.Of(key.Field).IsInterval,
        BinaryType or LargeBinaryType or BinaryViewType => IsText(key),
        DictionaryType => IsStringKey(key.Children[0]),
        _ => false,
    };

    /// <summary>Determines whether a binary column contains text. Arrow reads the Parquet type ENUM as binary.</summary>
    internal static bool IsText(ColumnSource source) => source.Leaf?.Logical is LogicalTypeEnum.String or LogicalTypeEnum.Enum or LogicalTypeEnum.Json;

    internal static bool IsJson(ColumnSource source) =>
        source.ExtensionName == "arrow.json" || source.Leaf?.Logical == LogicalTypeEnum.Json || FieldMarks.Of(source.Field).IsJson;

    private static InstantText TextOf(ColumnSource source)
    {
        var typed = TextOfType(source);
        var marks = FieldMarks.Of(source.Field);

        // Other programs can change the type and the values of a column without changing its metadata.
        var timestamp = source.StorageType as TimestampType;
        return marks.Form is { } form && form.IsDateOnly == timestamp is null
            && (timestamp is null || (form.Zone == DateTextZone.None) == string.IsNullOrEmpty(timestamp.Timezone)) ? new InstantText(form, marks.OffsetMinutes, typed) : typed;
    }

    private static InstantText TextOfType(ColumnSource source)
    {
        if (source.StorageType is not TimestampType type)
        {
            return new InstantText(DateTextForm.DateOnly, 0);
        }

        var digits = source.Leaf is { IsInt96: true } ? 9 : InstantText.FractionDigits(type.Unit);
        var offset = OffsetOf(type.Timezone);
        var zone = string.IsNullOrEmpty(type.Timezone) ? DateTextZone.None : offset == 0 ? DateTextZone.Z : DateTextZone.Offset;
        return new InstantText(new DateTextForm('T', digits, zone), offset);
    }

    /// <summary>Returns the offset of a time zone in minutes, or 0 for a named time zone, whose timestamps are written in UTC.</summary>
    private static short OffsetOf(string? zone)
    {
        var isOffset = zone is ['+' or '-', _, _, ':', _, _];
        return isOffset && TimeSpan.TryParseExact(zone![1..], @"hh\:mm", null, out var offset) ? (short)(zone[0] == '-' ? -offset.TotalMinutes : offset.TotalMinutes) : (short)0;
    }
}
