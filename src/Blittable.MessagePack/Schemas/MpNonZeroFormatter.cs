using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates by <see cref="DateSchema.MpNonZero"/>. Immutable; any number of threads may use it.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class MpNonZeroFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.MpNonZero, extensionType))
{
    /// <summary>Makes a formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public MpNonZeroFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
