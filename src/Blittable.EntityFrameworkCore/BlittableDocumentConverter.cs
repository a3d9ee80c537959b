using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Blittable.EntityFrameworkCore;

/// <summary>Converts between documents and their bytes. Bytes are copied only if a document does not occupy a whole array, or needs another
/// dictionary, such as a document of a collection.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed class BlittableDocumentConverter : ValueConverter<BlittableDocument, byte[]>
{
    /// <summary>Creates a converter.</summary>
    /// <param name="dictionary">The dictionary of the documents, if they need one.</param>
    public BlittableDocumentConverter(BlittableDictionary? dictionary = null)
        : base(document => StoredBytes.Of(document, dictionary), bytes => StoredBytes.Open(bytes, dictionary))
    {
    }
}
