using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Editing;

/// <summary>Makes the bytes of documents readable with another dictionary, or without one.</summary>
/// <remarks>
/// The bytes of a document with a dictionary can be read only with this dictionary. Therefore, whatever stores, sends or edits bytes for a reader that has another
/// dictionary, or none, must first copy the document. Documents of a collection have a dictionary that no caller can obtain.
/// </remarks>
internal static class DocumentCopy
{
    /// <summary>Determines whether the document of a value can be read with a dictionary.</summary>
    /// <param name="value">The value.</param>
    /// <param name="dictionary">The dictionary, or null for none.</param>
    public static bool IsReadableWith(BlittableValue value, BlittableDictionary? dictionary) =>
        value.Dictionary is not { IsDictionary: true } own
        || (dictionary is not null && own.SharesVersion(Trailer.Read(value.Document).DictionaryVersion, dictionary.Published));

    /// <summary>Copies a value and all nested values to a document with this value as its root.</summary>
    /// <param name="value">The value.</param>
    /// <param name="dictionary">The dictionary of the copy, or null for a document that needs none.</param>
    /// <exception cref="BlittableException">The value is damaged, or too large when expanded.</exception>
    public static byte[] Of(BlittableValue value, BlittableDictionary? dictionary)
    {
        var writer = new ValueWriter(new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = int.MaxValue, Dictionary = dictionary });
        writer.BeginBuilding();
        ValueCopier.Copy(value, writer, keepForms: true);
        return writer.FinishBuilding().ToArray();
    }

    /// <summary>Returns the document of a root value, or a copy of the value if it is another value or the dictionary cannot read it.</summary>
    /// <param name="value">The value.</param>
    /// <param name="dictionary">The dictionary of the reader, or null for none.</param>
    /// <param name="isCopy">Receives <see langword="true"/> if the value was copied.</param>
    /// <exception cref="BlittableException">The value is damaged, or too large when expanded.</exception>
    public static ReadOnlySpan<byte> BytesOf(BlittableValue value, BlittableDictionary? dictionary, out bool isCopy)
    {
        isCopy = value.Address != Trailer.ReadRoot(value.Document, out _, out _) || !IsReadableWith(value, dictionary);
        return isCopy ? Of(value, dictionary) : value.Document;
    }
}
