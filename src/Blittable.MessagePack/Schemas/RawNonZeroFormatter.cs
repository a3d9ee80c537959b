using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Dates by <see cref="DateSchema.RawNonZero"/>.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class RawNonZeroFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.RawNonZero, extensionType))
{
    /// <summary>A formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public RawNonZeroFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
