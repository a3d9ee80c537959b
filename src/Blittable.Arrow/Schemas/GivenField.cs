using System.Buffers.Text;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>Checks values against a field of a schema specified by the caller. Values that the field cannot store exactly are rejected.</summary>
/// <param name="Field">The field.</param>
/// <param name="Path">The names from the root to the field, for error messages.</param>
internal sealed record GivenField(Field Field, string Path)
{
    /// <summary>Values that JSON cannot represent are shown as strings.</summary>
    private static readonly BlittableJsonOptions s_shown = new() { NotJson = BlittableNotJson.String };

    private DateTextZone? _zone;

    /// <summary>The maximum length of a value in a message.</summary>
    private const int MaxText = 100;

    /// <summary>Creates the exception for a value that the field cannot store.</summary>
    /// <param name="value">The value.</param>
    /// <param name="row">The row number of the document.</param>
    public BlittableException FaultOf(in BlittableValue value, long row) => new(
        value.Kind == BlittableValueKind.Number ? BlittableErrorCode.NumberOutOfRange : BlittableErrorCode.WrongKind,
        $"Column '{Path}' of type {Field.DataType.Name} cannot store {Describe(value)} in row {row} exactly.");

    /// <summary>Creates the exception for a missing value of a field that is not nullable.</summary>
    /// <param name="row">The row number of the document.</param>
    public BlittableException MissingIn(long row) => new(
        BlittableErrorCode.WrongKind, $"Column '{Path}' is not nullable, but the document in row {row} has no value for it.");

    private static string Describe(in BlittableValue value)
    {
        var text = value.Kind switch
        {
            BlittableValueKind.Object => "the object",
            BlittableValueKind.Array => "the array",
            BlittableValueKind.Binary => "the binary value",
            _ => $"the value {value.ToJson(s_shown)}",
        };
        return text.Length <= MaxText ? text : $"{text[..MaxText]}…";
    }

    /// <summary>Determines whether the field can store a value that is not null.</summary>
    public bool Accepts(in BlittableValue value) => Field.DataType switch
    {
        BooleanType => value.Kind is BlittableValueKind.True or BlittableValueKind.False,
        Int8Type => IsInteger(value, sbyte.MinValue, sbyte.MaxValue),
        Int16Type => IsInteger(value, short.MinValue, short.MaxValue),
        Int32Type => IsInteger(value, int.MinValue, int.MaxValue),
        Int64Type => IsInteger(value, long.MinValue, long.MaxValue),
        UInt8Type => IsInteger(value, 0, byte.MaxValue),
        UInt16Type => IsInteger(value, 0, ushort.MaxValue),
        UInt32Type => IsInteger(value, 0, uint.MaxValue),
        UInt64Type => IsInteger(value, 0, ulong.MaxValue),
        FloatType => value.Kind == BlittableValueKind.Number ? (value.TryGetSingle(out var number) && float.IsFinite(number)) || FloatText.IsNotFinite(value) : FloatText.TryRead(value, out _),
        DoubleType => value.Kind == BlittableValueKind.Number ? (value.TryGetDouble(out var number) && double.IsFinite(number)) || FloatText.IsNotFinite(value) : FloatText.TryRead(value, out _),
        Decimal128Type type => IsDecimal(value, type),
        StringType => FieldMarks.Of(Field).IsJson || value.Kind == BlittableValueKind.String,
        BinaryType => IsBinary(value, length: null),
        Date32Type => MomentText.InfinityOf(value) != 0 || (MomentText.TryRead(value, out _, out var form) && form.IsDateOnly && Math.Abs(MomentText.DayOf(value)) < int.MaxValue),
        TimestampType type => MomentText.InfinityOf(value) != 0 || (MomentText.TryRead(value, out var instant, out var form) && IsInstant(instant, form, type)),
        Time32Type or Time64Type => TimeOfDay.TryRead(value, (TimeBasedType)Field.DataType, out _),
        FixedSizeBinaryType type => FieldMarks.IsGuid(Field, type) ? UuidText.TryRead(value, out _) : IsBinary(value, type.ByteWidth),
        StructType => value.Kind == BlittableValueKind.Object,
        MapType { KeyField.DataType: StringType } => value.Kind == BlittableValueKind.Object && HasDistinctNames(value),
        MapType => value.Kind == BlittableValueKind.Array && IsPairs(value),
        _ => value.Kind == BlittableValueKind.Array,
    };

    private static bool IsInteger(in BlittableValue value, Int128 min, Int128 max) =>
        value.Kind == BlittableValueKind.Number && DecimalParser.TryGetInteger(value, out var number) && number >= min && number <= max;

    private static bool IsDecimal(in BlittableValue value, Decimal128Type type) =>
        value.Kind == BlittableValueKind.Number && DecimalParser.TryReadAny(value, out var mantissa, out var scale) && scale <= type.Scale
        && (mantissa == 0 || DecimalParser.CountDigits(mantissa) + type.Scale - scale <= type.Precision);

    private static bool IsBinary(in BlittableValue value, int? length) => value.Kind switch
    {
        BlittableValueKind.Binary => length is null || (value.TryGetBytes(out var bytes) && bytes.Length == length),
        BlittableValueKind.String => value.GetString() is { } text && IsBase64(text) && (length is null || Convert.FromBase64String(text).Length == length),
        _ => false,
    };

    /// <summary>Determines whether all elements of an array are pairs of a key that is not null and a value.</summary>
    private static bool IsPairs(in BlittableValue value)
    {
        foreach (var pair in value.EnumerateArray())
        {
            if (pair.Kind != BlittableValueKind.Array || pair.Count != 2 || pair[0].Kind == BlittableValueKind.Null)
            {
                return false;
            }
        }

        return true;
    }

    private static bool HasDistinctNames(in BlittableValue value)
    {
        HashSet<string> names = new(StringComparer.Ordinal);
        foreach (var property in value.EnumerateObject())
        {
            if (!names.Add(System.Text.Encoding.UTF8.GetString(property.NameUtf8)))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Determines whether a text is the Base64 form of its bytes, because other forms, such as with white space, cannot be restored.</summary>
    private static bool IsBase64(string text) => Base64.IsValid(text) && Convert.ToBase64String(Convert.FromBase64String(text)) == text;

    /// <summary>
    /// Determines whether a timestamp type can store a time exactly. A type without a time zone accepts either local times or times in UTC, because a mixture
    /// would become indistinguishable.
    /// </summary>
    private bool IsInstant(Timestamp instant, DateTextForm form, TimestampType type)
    {
        var step = type.Unit switch { TimeUnit.Second => 1_000_000_000, TimeUnit.Millisecond => 1_000_000, TimeUnit.Microsecond => 1000, _ => 1 };
        var hasZone = !string.IsNullOrEmpty(type.Timezone);
        var units = ((Int128)instant.UnixSeconds * (1_000_000_000 / step)) + (instant.Nanoseconds / step);

        // The largest value and its negation represent infinity.
        return !form.IsDateOnly && instant.Nanoseconds % step == 0 && units > -long.MaxValue && units < long.MaxValue
            && (hasZone ? form.Zone != DateTextZone.None : (form.Zone is DateTextZone.None or DateTextZone.Z) && form.Zone == (_zone ??= form.Zone));
    }
}
