using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>Represents the field metadata that is required to restore the original values of a column.</summary>
/// <param name="IsJson">true if the strings of the column are JSON text; otherwise, false.</param>
/// <param name="IsNullAbsent">true if a null in the column represents an absent property; false if it represents a JSON null.</param>
/// <param name="Form">The text form of all dates, or null if the column contains no dates or was written by another library.</param>
/// <param name="OffsetMinutes">The offset of all dates from UTC, in minutes.</param>
internal sealed record FieldMarks(bool IsJson, bool IsNullAbsent, DateTextForm? Form, short OffsetMinutes)
{
    private const string KindKey = "blittable.kind", NullKey = "blittable.null", FormKey = "blittable.date", OffsetKey = "blittable.offset";

    private const string ExtensionKey = "ARROW:extension:name", ExtensionDataKey = "ARROW:extension:metadata";

    private const string JsonKind = "json", IntervalKind = "interval", Absent = "absent";

    /// <summary>The Arrow extension type for JSON text, which becomes the JSON type in Parquet.</summary>
    private const string JsonExtension = "arrow.json";

    /// <summary>The Arrow extension type for UUIDs, which becomes the UUID type in Parquet.</summary>
    private const string GuidExtension = "arrow.uuid";

    /// <summary>Gets a value that indicates whether the strings of the column are intervals in the form of DuckDB.</summary>
    public bool IsInterval { get; init; }

    /// <summary>Reads the metadata of a field.</summary>
    public static FieldMarks Of(Field field)
    {
        var metadata = field.Metadata;
        DateTextForm? form = ushort.TryParse(metadata?.GetValueOrDefault(FormKey), out var bits) && DateTextForm.TryFromBits(bits, out var stored) ? stored : null;
        return new FieldMarks(
            metadata?.GetValueOrDefault(KindKey) == JsonKind || metadata?.GetValueOrDefault(ExtensionKey) == JsonExtension,
            metadata?.GetValueOrDefault(NullKey) == Absent,
            form,
            short.TryParse(metadata?.GetValueOrDefault(OffsetKey), out var offset) ? offset : (short)0)
        {
            IsInterval = metadata?.GetValueOrDefault(KindKey) == IntervalKind,
        };
    }

    /// <summary>The metadata of a field of JSON text in a schema.</summary>
    public static IReadOnlyDictionary<string, string> Json { get; } = new Dictionary<string, string> { [ExtensionKey] = JsonExtension, [ExtensionDataKey] = "" };

    /// <summary>The metadata of a field of UUIDs in a schema.</summary>
    public static IReadOnlyDictionary<string, string> Guid { get; } = new Dictionary<string, string> { [ExtensionKey] = GuidExtension, [ExtensionDataKey] = "" };

    /// <summary>Determines whether a field contains UUIDs.</summary>
    public static bool IsGuid(Field field, FixedSizeBinaryType type) => type.ByteWidth == 16 && field.Metadata?.GetValueOrDefault(ExtensionKey) == GuidExtension;

    /// <summary>Returns the metadata as key-value pairs.</summary>
    public Dictionary<string, string> ToMetadata()
    {
        Dictionary<string, string> metadata = new() { [NullKey] = IsNullAbsent ? Absent : "null" };
        if (IsJson)
        {
            metadata[KindKey] = JsonKind;
            metadata[ExtensionKey] = JsonExtension;
            metadata[ExtensionDataKey] = "";
        }
        else if (Form is { } form)
        {
            metadata[FormKey] = $"{form.Bits}";
            metadata[OffsetKey] = $"{OffsetMinutes}";
        }

        return metadata;
    }
}
