using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.MpNonZero"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class MpNonZeroFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.MpNonZero, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public MpNonZeroFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
