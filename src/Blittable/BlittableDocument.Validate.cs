using Blittable.Validation;

namespace Blittable;

/// <content>Looking for damage.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Reads every byte of the document once and finds every structural fault. Reading does not need it: it checks what it reads.</summary>
    /// <exception cref="BlittableException">The first fault, with its place.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public void Validate() => DocumentValidator.Validate(Root);
}
