namespace Blittable;

/// <summary>Describes a JSON text of a stream that could not be converted.</summary>
/// <param name="Exception">What is wrong, with the offset, line and column in the stream.</param>
/// <param name="Text">The bytes of the text, valid during the call only.</param>
/// <param name="Number">The number of the text in the stream, from 1.</param>
public sealed record BlittableTextFault(BlittableException Exception, ReadOnlyMemory<byte> Text, long Number);
