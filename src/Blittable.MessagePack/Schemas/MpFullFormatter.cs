using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.MpFull"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class MpFullFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.MpFull, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public MpFullFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
