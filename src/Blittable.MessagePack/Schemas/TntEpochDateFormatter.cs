using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.TntEpochDate"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class TntEpochDateFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.TntEpochDate, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public TntEpochDateFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
