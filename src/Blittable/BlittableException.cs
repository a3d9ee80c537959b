namespace Blittable;

/// <summary>
/// Represents an error in an input, a document or a request. Examples are malformed JSON, damaged bytes, a missing dictionary, or a value of another kind.
/// </summary>
/// <remarks>Methods named <c>Try…</c> throw it only if a document is damaged.</remarks>
public sealed class BlittableException : FormatException
{
    /// <summary>Creates an exception with the position of the error.</summary>
    /// <param name="code">The kind of error.</param>
    /// <param name="message">A message that describes the error.</param>
    /// <param name="offset">The offset of the error. See <see cref="Offset"/>.</param>
    /// <param name="line">The line in a text, starting from 1.</param>
    /// <param name="column">The column in bytes, starting from 1.</param>
    /// <param name="innerException">The exception that caused this error, if any.</param>
    public BlittableException(
        BlittableErrorCode code, string message, long offset = -1, long? line = null, long? column = null, Exception? innerException = null)
        : base(message, innerException)
    {
        Code = code;
        Offset = offset;
        Line = line;
        Column = column;
    }

    /// <summary>Gets the kind of error.</summary>
    public BlittableErrorCode Code { get; }

    /// <summary>Gets the message without the path, for a caller that knows the path, or <see langword="null"/> if the message has no path.</summary>
    internal string? Detail { get; init; }

    /// <summary>
    /// Gets the offset of the error from the start of the input or document, in bytes, or -1 if the position is unknown. For UTF-16 JSON text, it counts bytes
    /// of the UTF-8 encoding. For a path, a query or a lone surrogate, it counts characters.
    /// </summary>
    public long Offset { get; }

    /// <summary>Gets the line in the text, starting from 1, or <see langword="null"/> if the input is not text.</summary>
    public long? Line { get; }

    /// <summary>Gets the column in bytes, starting from 1, or <see langword="null"/> if the input is not text.</summary>
    public long? Column { get; }
}
