using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Dates;

/// <summary>Reads and writes a <see cref="Timestamp"/> as a date text. It writes 0, 3, 6 or 9 fraction digits.</summary>
/// <remarks><see cref="Timestamp"/> specifies this converter with an attribute. Immutable and thread-safe.</remarks>
public sealed class TimestampJsonConverter : JsonConverter<Timestamp>
{
    /// <inheritdoc/>
    /// <exception cref="JsonException">The value is not a string that <see cref="Iso8601"/> can parse.</exception>
    public override Timestamp Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        // All characters of the longest date may be escaped, with six characters each.
        const int longest = 6 * Iso8601.MaxLength;
        if (reader.TokenType == JsonTokenType.String && (reader.HasValueSequence ? reader.ValueSequence.Length : reader.ValueSpan.Length) <= longest)
        {
            Span<byte> text = stackalloc byte[longest];
            if (Iso8601.TryParse(text[..reader.CopyString(text)], out var value, out _))
            {
                return value;
            }
        }

        throw new JsonException("Expected a date such as 2011-01-01T00:00:00Z.");
    }

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The year is not 0000 to 9999, the nanoseconds are a second or more, or the offset is a day or more.</exception>
    public override void Write(Utf8JsonWriter writer, Timestamp value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        writer.WriteStringValue(text[..Iso8601.Format(value, DateTextForm.For(value), text)]);
    }
}
