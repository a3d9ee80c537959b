using System.Buffers;
using Blittable.Collections;

namespace Blittable.EntryMatrix;

/// <summary>Stores documents in collections of every layout, merges, compacts, recovers and queries them.</summary>
internal static class CollectionEntries
{
    private static readonly string[] Indexed = ["$.id", "$.a", "$.p0"];

    /// <summary>The paths whose values are searched for: with an index, without an index, and in whole documents.</summary>
    private static readonly BlittablePath[] Searched = [.. Indexed.Concat(["$.v0", "$.created_at", "$.d.e", "$"]).Select(BlittablePath.Parse)];

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
        Try(layout, "find", () => RequireFound(documents, path));
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
        Try(layout, "find after a compaction", () => RequireFound(documents, path));
        Try(layout, "recover", () => CollectionRecovery.Recover(path, recovered));
        Try(layout, "read what was recovered", () => Require(documents, recovered));
    }

    private static void Write(IReadOnlyList<MatrixDocument> documents, CollectionLayout layout, string path)
    {
        var compression = layout is CollectionLayout.Hybrid or CollectionLayout.Auto ? BlockCompression.Brotli : BlockCompression.None;
        var options = new CollectionOptions { Layout = layout, StripeRows = 200, ChunkRows = 64, Compression = compression, Indexes = Indexed };
        using var writer = CollectionWriter.Create(path, options);
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

    /// <summary>Requires that a search for the values of every second document finds exactly the documents that have one of them.</summary>
    private static void RequireFound(IReadOnlyList<MatrixDocument> documents, string path)
    {
        using var reader = CollectionReader.Open(path);
        foreach (var searched in Searched)
        {
            var keys = documents.Select(document => KeyOf(document.Stored, searched)).ToArray();
            var wanted = keys.Where((_, row) => row % 2 == 0).OfType<CollectionKey>().ToHashSet();
            var found = new List<long>();
            reader.FindAll(searched, wanted, (row, _) =>
            {
                if (row < keys.Length && IsJson(documents[(int)row].Stored))
                {
                    found.Add(row);
                }
            });
            var expected = Enumerable.Range(0, keys.Length).Where(row => keys[row] is { } key && wanted.Contains(key)).Select(row => (long)row).ToList();
            if (!found.SequenceEqual(expected))
            {
                var wrong = found.Except(expected).Concat(expected.Except(found)).First();
                throw new MatrixFailure(
                    "", $"{searched} = {keys[wrong]} finds {found.Count} documents instead of {expected.Count}; document {wrong} ({documents[(int)wrong].Name}) differs");
            }
        }
    }

    private static CollectionKey? KeyOf(Expectation expected, BlittablePath path)
    {
        if (!IsJson(expected) || !path.TryEvaluate(expected.Reference.Root, out var value))
        {
            return null;
        }

        switch (value.Kind)
        {
            case BlittableValueKind.Number:
                return CollectionKey.ParseNumber(value.GetNumberText());
            case BlittableValueKind.String:
                return new CollectionKey(value.GetString()!);
            default:
                return null;
        }
    }

    /// <summary>Determines whether a document is stored as it was accepted. A binary value that was added as JSON is a string.</summary>
    private static bool IsJson(Expectation expected) => expected is { Text: not null, HasBinary: false };

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
