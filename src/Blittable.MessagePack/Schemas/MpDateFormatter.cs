using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates by <see cref="DateSchema.MpDate"/>. Immutable; any number of threads may use it.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class MpDateFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.MpDate, extensionType))
{
    /// <summary>Makes a formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public MpDateFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
