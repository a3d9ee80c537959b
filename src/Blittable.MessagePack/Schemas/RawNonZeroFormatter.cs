using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates in the schema <see cref="DateSchema.RawNonZero"/>. Immutable and thread-safe.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class RawNonZeroFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.RawNonZero, extensionType))
{
    /// <summary>Creates a formatter with the extension type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public RawNonZeroFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
