using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates by <see cref="DateSchema.MpFull"/>. Immutable; any number of threads may use it.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class MpFullFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.MpFull, extensionType))
{
    /// <summary>Makes a formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public MpFullFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
