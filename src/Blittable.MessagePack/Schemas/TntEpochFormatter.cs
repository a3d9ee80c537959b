using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.TntEpoch"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class TntEpochFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.TntEpoch, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public TntEpochFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
