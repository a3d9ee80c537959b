using Blittable.Validation;

namespace Blittable;

/// <content>Looking for damage.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Reads every byte of the document once and finds every structural fault. Reading does not need it: it checks what it reads.</summary>
    /// <exception cref="BlittableException">The first fault, with its place.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public void Validate() => DocumentValidator.Validate(Root);

    /// <summary>Does what <see cref="Validate()"/> does, and refuses a document that stands for more JSON text than a limit.</summary>
    /// <remarks>A document stores equal values once, so that a few bytes can stand for a text of any length. The check takes time in proportion to the bytes of
    /// the document, whatever it stands for.</remarks>
    /// <param name="maxExpandedBytes">The most bytes of JSON text without white space.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    /// <exception cref="BlittableException">The first fault, with its place; <see cref="BlittableErrorCode.ExpansionTooLarge"/> for more text.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public void Validate(long maxExpandedBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxExpandedBytes);
        DocumentValidator.Validate(Root, maxExpandedBytes);
    }

    /// <summary>Does what <see cref="Validate()"/> does, and measures the JSON text of the document.</summary>
    /// <remarks>A valid document can be hostile: 170 bytes can represent 2^40 strings. Compare the length with what you can afford, and then open the document with that
    /// limit (<see cref="Open(ReadOnlyMemory{byte}, BlittableDictionary?, long)"/>). The time is linear in the bytes of the document.</remarks>
    /// <param name="expandedBytes">Bytes of the JSON text without white space; at most 4,294,967,295, because a valid document cannot say more.</param>
    /// <exception cref="BlittableException">The first fault, with its place.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public void Validate(out long expandedBytes) => expandedBytes = DocumentValidator.Measure(Root).Text;
}
