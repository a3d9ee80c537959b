namespace Blittable;

/// <summary>Describes a JSON text in a stream that could not be converted.</summary>
/// <param name="Exception">The error, with the offset, line and column in the stream.</param>
/// <param name="Text">The bytes of the text, valid only during the call.</param>
/// <param name="Number">The number of the text in the stream, starting from 1.</param>
public sealed record BlittableTextFault(BlittableException Exception, ReadOnlyMemory<byte> Text, long Number);
