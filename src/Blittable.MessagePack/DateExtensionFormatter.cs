using MessagePack;

namespace Blittable.MessagePack;

/// <summary>Writes and reads dates by an extension that was chosen when the program ran.</summary>
/// <param name="extension">The type and the payload's format.</param>
[ExcludeFormatterFromSourceGeneratedResolver]
internal sealed class DateExtensionFormatter(BlittableMessagePackDateExtension extension) : TimestampFormatter(extension);
