using Blittable.Layout;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Editing;

/// <summary>Makes the bytes of documents readable with another dictionary, or without one.</summary>
/// <remarks>
/// The bytes of a document with a dictionary can be read only with this dictionary. Therefore, code that stores, sends or edits bytes for a reader that has another
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
    public static byte[] Of(BlittableValue value, BlittableDictionary? dictionary) =>
        Of(value, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary });

    /// <summary>Copies a value and all nested values to a document with this value as its root. Strings keep their encoding, numbers and dates their form.</summary>
    /// <param name="value">The value.</param>
    /// <param name="options">The options of the copy, except for the maximum depth.</param>
    /// <exception cref="BlittableException">The value is damaged, or too large when expanded.</exception>
    public static byte[] Of(BlittableValue value, BlittableOptions options)
    {
        var trailer = Trailer.Read(value.Document);
        var symbols = trailer.Symbols.IsEmpty || value.Address != trailer.Root ? null : SymbolTable.Load(trailer.Symbols);

        // A newer version of the dictionary may have another symbol table.
        var version = trailer.DictionaryVersion > 0 && IsReadableWith(value, options.Dictionary) ? trailer.DictionaryVersion : int.MaxValue;
        var writer = Write(value, options, version, symbols);
        return (symbols is not null && writer.AreSymbolsWasted ? Write(value, options, version, symbols: null) : writer).Finished.ToArray();
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

    private static ValueWriter Write(BlittableValue value, BlittableOptions options, int version, SymbolTable? symbols)
    {
        var writer = new ValueWriter(options with { MaxDepth = int.MaxValue });
        writer.BeginBuilding(version);
        if (symbols is not null)
        {
            writer.UseSymbols(symbols);
        }

        ValueCopier.Copy(value, writer, keepForms: true);
        writer.FinishBuilding();
        return writer;
    }
}
