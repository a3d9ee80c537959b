using Blittable.Validation;

namespace Blittable;

/// <content>Validation.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Verifies the structural integrity of every byte of the document. Validation is not required before reading, which checks the bytes that it
    /// reads.</summary>
    /// <exception cref="BlittableException">The document is damaged. The exception has the offset of the first fault.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public void Validate() => DocumentValidator.Validate(Root);

    /// <summary>Verifies the structural integrity of every byte of the document, and rejects a document whose JSON text exceeds a limit.</summary>
    /// <remarks>A document stores equal values once, so a few bytes can represent a text of any length. The check takes time proportional to the size of the
    /// document, regardless of the length of the text.</remarks>
    /// <param name="maxExpandedBytes">The maximum size, in bytes, of the JSON text without white space.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    /// <exception cref="BlittableException">The document is damaged, or its text exceeds the limit (<see cref="BlittableErrorCode.ExpansionTooLarge"/>). The
    /// exception has the offset of the first fault.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public void Validate(long maxExpandedBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxExpandedBytes);
        DocumentValidator.Validate(Root, maxExpandedBytes);
    }

    /// <summary>Verifies the structural integrity of every byte of the document, and measures its JSON text.</summary>
    /// <remarks>A valid document can be hostile: fewer than 200 bytes can represent 3 GB of text. Compare the size with the limit that your application can
    /// afford, and then open the document with that limit (<see cref="Open(ReadOnlyMemory{byte}, BlittableDictionary?, long)"/>). The time is linear in the
    /// size of the document.</remarks>
    /// <param name="expandedBytes">The size, in bytes, of the JSON text without white space. For a document that shares values, it is at most 4,294,967,295,
    /// the maximum that the document can record.</param>
    /// <exception cref="BlittableException">The document is damaged. The exception has the offset of the first fault.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public void Validate(out long expandedBytes) => expandedBytes = DocumentValidator.Measure(Root).Text;
}
