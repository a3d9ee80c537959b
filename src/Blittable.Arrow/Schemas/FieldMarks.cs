using Apache.Arrow;
using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>The metadata of a field, which makes the values of its column come back as the documents had them.</summary>
/// <param name="IsJson">Whether the strings of the column are JSON texts.</param>
/// <param name="IsNullAbsent">Whether a null of the column is a property that its object does not have, instead of a JSON null.</param>
/// <param name="Form">The text form of all dates; null if there are none, or the column is a foreign one.</param>
/// <param name="OffsetMinutes">The offset of all dates from UTC.</param>
internal sealed record FieldMarks(bool IsJson, bool IsNullAbsent, DateTextForm? Form, short OffsetMinutes)
{
    private const string KindKey = "blittable.kind", NullKey = "blittable.null", FormKey = "blittable.date", OffsetKey = "blittable.offset";

    private const string ExtensionKey = "ARROW:extension:name";

    private const string JsonKind = "json", Absent = "absent";

    /// <summary>Arrow's own name for JSON texts, which becomes Parquet's type JSON.</summary>
    private const string JsonExtension = "arrow.json";

    /// <summary>Reads the metadata of a field.</summary>
    public static FieldMarks Of(Field field)
    {
        var metadata = field.Metadata;
        DateTextForm? form = ushort.TryParse(metadata?.GetValueOrDefault(FormKey), out var bits) && DateTextForm.TryFromBits(bits, out var stored) ? stored : null;
        return new FieldMarks(
            metadata?.GetValueOrDefault(KindKey) == JsonKind || metadata?.GetValueOrDefault(ExtensionKey) == JsonExtension,
            metadata?.GetValueOrDefault(NullKey) == Absent,
            form,
            short.TryParse(metadata?.GetValueOrDefault(OffsetKey), out var offset) ? offset : (short)0);
    }

    /// <summary>Makes the metadata.</summary>
    public Dictionary<string, string> ToMetadata()
    {
        Dictionary<string, string> metadata = new() { [NullKey] = IsNullAbsent ? Absent : "null" };
        if (IsJson)
        {
            metadata[KindKey] = JsonKind;
            metadata[ExtensionKey] = JsonExtension;
            metadata["ARROW:extension:metadata"] = "";
        }
        else if (Form is { } form)
        {
            metadata[FormKey] = $"{form.Bits}";
            metadata[OffsetKey] = $"{OffsetMinutes}";
        }

        return metadata;
    }
}
