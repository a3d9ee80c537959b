namespace Blittable;

/// <summary>
/// Reports input, a document or a request that the library cannot honour: malformed JSON, damaged bytes, a missing dictionary, a value of another kind.
/// </summary>
/// <remarks>Methods named <c>Try…</c> do not throw it for data, unless a document is damaged.</remarks>
public sealed class BlittableException : FormatException
{
    /// <summary>Creates an error with its place.</summary>
    /// <param name="code">The kind of error.</param>
    /// <param name="message">A message that names the expected and the found.</param>
    /// <param name="offset">The place: see <see cref="Offset"/>.</param>
    /// <param name="line">The line of a text, from 1.</param>
    /// <param name="column">The column in bytes, from 1.</param>
    /// <param name="innerException">The cause, if another error led to this one.</param>
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

    /// <summary>Gets the message without the path in it, for a reader that knows the path; null if the message has none.</summary>
    internal string? Detail { get; init; }

    /// <summary>
    /// Gets the bytes from the start of the input or document; in a JSON text of UTF-16 bytes of its UTF-8, and characters for a path or a lone surrogate;
    /// -1 where no place can be named.
    /// </summary>
    public long Offset { get; }

    /// <summary>Gets the line in a text, from 1; null where the input is not text.</summary>
    public long? Line { get; }

    /// <summary>Gets the column in bytes, from 1; null where the input is not text.</summary>
    public long? Column { get; }
}
