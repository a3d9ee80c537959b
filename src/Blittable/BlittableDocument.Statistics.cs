using Blittable.Validation;

namespace Blittable;

/// <content>Size statistics.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Measures how many bytes of the document serve each purpose. The document is validated in the same pass.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public BlittableStatistics GetStatistics()
    {
        var counter = new StatisticsCounter();
        DocumentValidator.Validate(Root, counter: counter);
        return counter.ToStatistics();
    }
}
