namespace Blittable.EntryMatrix;

/// <summary>Writes documents with a dictionary, and copies them for readers that have another dictionary or none.</summary>
internal static class DictionaryEntries
{
    private static readonly BlittableOptions[] Kinds =
    [
        MatrixOptions.Memory with { Dictionary = MatrixDictionaries.Own },
        MatrixOptions.Balanced with { Dictionary = MatrixDictionaries.Own },
        MatrixOptions.Smallest with { Dictionary = MatrixDictionaries.Own },
    ];

    /// <summary>Returns the entries.</summary>
    public static IEnumerable<WritingEntry> All()
    {
        for (var i = 0; i < Kinds.Length; i++)
        {
            var options = Kinds[i];
            yield return Entry($"builder with a dictionary {i}", document => Build(document, options));
            yield return Entry($"clone of a document with a dictionary {i}", document => RequireNone(Written(document, options).Root.Clone()));
            yield return Entry($"bytes for no dictionary {i}", document => RequireNone(Open(Written(document, options).GetBytesFor(null), null)));
            yield return Entry($"bytes for another dictionary {i}", document =>
                RequireNone(Open(Written(document, options).GetBytesFor(MatrixDictionaries.Other), MatrixDictionaries.Other).Root.Clone()));
            yield return Entry($"editor of a document with a dictionary {i}", document => Edit(Written(document, options), MatrixOptions.Memory));
            yield return Entry($"editor of a document with a dictionary, in another mode {i}", document => Edit(Written(document, options), MatrixOptions.Balanced));
            yield return Entry($"compacted with a dictionary {i}", document =>
            {
                using var editor = new BlittableEditor(Written(document, options));
                return editor.Compact();
            });
            yield return Entry($"editor with another dictionary {i}", document => RequireNone(Open(
                Edit(Written(document, options), MatrixOptions.Balanced with { Dictionary = MatrixDictionaries.Other }).Bytes, MatrixDictionaries.Other).Root.Clone()));
            yield return Entry($"editor of a value with a dictionary {i}", document =>
            {
                using var editor = new BlittableEditor(Written(document, options).Root);
                return editor.ToDocument();
            });
        }

        static WritingEntry Entry(string name, Func<BlittableDocument, BlittableDocument> write) =>
            new(name, document => document.Stored, document => write(document.Stored.Reference));
    }

    /// <summary>Returns the document with a dictionary, as another process opens it.</summary>
    private static BlittableDocument Written(BlittableDocument document, BlittableOptions options) => Open(Build(document, options).Bytes, MatrixDictionaries.Own);

    private static BlittableDocument Build(BlittableDocument document, BlittableOptions options)
    {
        using var builder = new BlittableBuilder(options);
        builder.WriteValue(document.Root);
        return builder.ToDocument();
    }

    private static BlittableDocument Edit(BlittableDocument document, BlittableOptions options)
    {
        using var editor = new BlittableEditor(document, options);
        editor.Set("$", document.Root);
        return editor.ToDocument();
    }

    private static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary) =>
        BlittableDocument.Open(bytes, dictionary, MatrixOptions.MaxExpandedBytes);

    private static BlittableDocument RequireNone(BlittableDocument document) =>
        document.NeedsDictionary ? throw new MatrixFailure("dictionary", "a copy without a dictionary needs one") : document;
}
