using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates by <see cref="DateSchema.RawFull"/>. Immutable; any number of threads may use it.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class RawFullFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.RawFull, extensionType))
{
    /// <summary>Makes a formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public RawFullFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
