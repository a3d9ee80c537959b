using Blittable.Validation;

namespace Blittable;

/// <content>Statistics of the bytes.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Counts the bytes of the document by purpose, in the same pass that validates it.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public BlittableStatistics GetStatistics()
    {
        var counter = new StatisticsCounter();
        DocumentValidator.Validate(Root, counter: counter);
        return counter.ToStatistics();
    }
}
