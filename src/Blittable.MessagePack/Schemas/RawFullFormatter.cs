using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates in the schema <see cref="DateSchema.RawFull"/>. Immutable and thread-safe.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class RawFullFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.RawFull, extensionType))
{
    /// <summary>Creates a formatter with the extension type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public RawFullFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
