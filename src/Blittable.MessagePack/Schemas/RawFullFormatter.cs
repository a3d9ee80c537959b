using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.RawFull"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class RawFullFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.RawFull, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public RawFullFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
