using Blittable.Dates;
using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates by <see cref="DateSchema.TntEpoch"/>. Immutable; any number of threads may use it.</summary>
/// <param name="extensionType">The extension type.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
public sealed class TntEpochFormatter(sbyte extensionType) : TimestampFormatter(new DateExtension(DateSchema.TntEpoch, extensionType))
{
    /// <summary>Makes a formatter of extensions of type <see cref="DateCodec.DefaultExtensionType"/>.</summary>
    public TntEpochFormatter()
        : this(DateCodec.DefaultExtensionType)
    {
    }
}
