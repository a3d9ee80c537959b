using System.Buffers;
using Blittable.Collections;

namespace Blittable.EntryMatrix;

/// <summary>Stores documents in collections of every layout, merges, compacts, recovers and queries them.</summary>
internal static class CollectionEntries
{
    /// <summary>Requires that collections return documents unchanged.</summary>
    public static void Check(IReadOnlyList<MatrixDocument> documents)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            var folder = Directory.CreateTempSubdirectory("entry-matrix-");
            try
            {
                Check(documents, layout, Path.Combine(folder.FullName, "collection"), Path.Combine(folder.FullName, "recovered"));
            }
            finally
            {
                folder.Delete(recursive: true);
            }
        }
    }

    private static void Check(IReadOnlyList<MatrixDocument> documents, CollectionLayout layout, string path, string recovered)
    {
        Try(layout, "add", () => Write(documents, layout, path));
        Try(layout, "read", () => Require(documents, path));
        Try(layout, "edit, compare and store elsewhere", () => RequireCopies(documents, path));
        Try(layout, "merge", () =>
        {
            // Small commits until stripes are merged.
            for (var commit = 0; commit < 8; commit++)
            {
                using var writer = CollectionWriter.Append(path);
                writer.Add("0"u8);
                writer.Commit();
            }
        });
        Try(layout, "read after a merge", () => Require(documents, path));
        Try(layout, "compact", () => CollectionCompaction.Compact(path));
        Try(layout, "read after a compaction", () => Require(documents, path));
        Try(layout, "recover", () => CollectionRecovery.Recover(path, recovered));
        Try(layout, "read what was recovered", () => Require(documents, recovered));
    }

    private static void Write(IReadOnlyList<MatrixDocument> documents, CollectionLayout layout, string path)
    {
        using var writer = CollectionWriter.Create(path, new CollectionOptions { Layout = layout, StripeRows = 200, ChunkRows = 64 });
        using var builder = new BlittableBuilder(MatrixOptions.Memory);
        for (var i = 0; i < documents.Count; i++)
        {
            var expected = documents[i].Stored;
            if (i % 8 == 3)
            {
                using var withDictionary = new BlittableBuilder(MatrixOptions.Smallest with { Dictionary = MatrixDictionaries.Own });
                withDictionary.WriteValue(expected.Reference.Root);
                writer.Add(withDictionary.ToDocument().Root);
            }
            else if (i % 3 == 0 && expected is { Text: not null, Depth: <= Expectation.MaxJsonDepth })
            {
                writer.Add(expected.Utf8);
            }
            else if (i % 3 == 1)
            {
                builder.Reset();
                builder.WriteValue(expected.Reference.Root);
                writer.Add(builder);
            }
            else
            {
                writer.Add(expected.Reference.Root);
            }

            if (i == documents.Count / 2)
            {
                writer.Commit();
            }
        }

        writer.Commit();
    }

    private static void Require(IReadOnlyList<MatrixDocument> documents, string path)
    {
        using var reader = CollectionReader.Open(path);
        reader.Validate();
        var text = new ArrayBufferWriter<byte>();
        var row = 0;
        reader.ForEach((_, document) =>
        {
            if (row < documents.Count && !IsEqual(document, documents[row].Stored, text))
            {
                throw new MatrixFailure("", $"document {row} ({documents[row].Name}) is another one: {document.ToString()} for {documents[row].Stored.Text}");
            }

            row++;
        });
        if (row < documents.Count || reader.Scan().Count() != row)
        {
            throw new MatrixFailure("", $"{row} documents came back, and a query counts {reader.Scan().Count()}, of {documents.Count}");
        }
    }

    /// <summary>Requires that documents of a collection can be edited and stored without the dictionary of the collection.</summary>
    private static void RequireCopies(IReadOnlyList<MatrixDocument> documents, string path)
    {
        using var reader = CollectionReader.Open(path);
        var text = new ArrayBufferWriter<byte>();
        reader.ForEach((row, document) =>
        {
            var expected = documents[(int)row].Stored;
            using var editor = new BlittableEditor(document);
            using var edited = editor.ToDocument();
            using var stored = BlittableDocument.Open(edited.GetBytesFor(null), dictionary: null, MatrixOptions.MaxExpandedBytes);

            // A document that was added as JSON has strings instead of binary values.
            using var patch = BlittablePatch.Diff(document, expected.Reference.Root);
            var fault = !IsEqual(edited.Root, expected, text) ? "edited" : !IsEqual(stored.Root, expected, text) ? "stored" : patch.IsEmpty || expected.HasBinary ? "" : $"compared: {patch.Document}";
            if (fault.Length > 0)
            {
                throw new MatrixFailure("", $"document {row} ({documents[(int)row].Name}) is another one after it was {fault}");
            }
        });
        using var first = reader.Get(0);
        using var empty = BlittablePatch.Parse("[]"u8);
        using var patched = empty.ApplyTo(first);
        if (!IsEqual(BlittableDocument.Open(patched.GetBytesFor(null), dictionary: null, MatrixOptions.MaxExpandedBytes).Root, documents[0].Stored, text))
        {
            throw new MatrixFailure("", "the first document is another one after a patch");
        }
    }

    private static bool IsEqual(BlittableValue document, Expectation expected, ArrayBufferWriter<byte> text)
    {
        if (expected.Text is null)
        {
            return BlittableValue.DeepEquals(document, expected.Reference.Root);
        }

        text.ResetWrittenCount();
        document.WriteJson(text);
        return text.WrittenSpan.SequenceEqual(expected.Utf8);
    }

    private static void Try(CollectionLayout layout, string way, Action check)
    {
        try
        {
            check();
        }
        catch (MatrixFailure failure)
        {
            throw new MatrixFailure($"collection of layout {layout} -> {way}", failure.Message);
        }
        catch (Exception fault)
        {
            throw new MatrixFailure($"collection of layout {layout} -> {way}", $"{fault.GetType().Name}: {fault.Message}", fault);
        }
    }
}
