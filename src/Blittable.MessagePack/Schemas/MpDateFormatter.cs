using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.MpDate"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class MpDateFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.MpDate, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public MpDateFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
