using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates as an extension that is selected at run time.</summary>
/// <param name="extension">The extension type and the payload format.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
internal sealed class DateExtensionFormatter(BlittableMessagePackDateExtension extension) : TimestampFormatter(extension);
