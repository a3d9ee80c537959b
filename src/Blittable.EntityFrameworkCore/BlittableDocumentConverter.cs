using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Blittable.EntityFrameworkCore;

/// <summary>Stores a document as its bytes, which are not copied on the way.</summary>
/// <remarks>It is immutable; any thread may use it.</remarks>
public sealed class BlittableDocumentConverter : ValueConverter<BlittableDocument, byte[]>
{
    /// <summary>Makes a converter.</summary>
    /// <param name="dictionary">The dictionary that the documents need, if they need one.</param>
    public BlittableDocumentConverter(BlittableDictionary? dictionary = null)
        : base(document => StoredBytes.Of(document), bytes => StoredBytes.Open(bytes, dictionary))
    {
    }
}
