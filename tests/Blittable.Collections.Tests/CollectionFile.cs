using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Creates and reads collections in memory.</summary>
internal static class CollectionFile
{
    /// <summary>Gets options with stripes and chunks so small that a few documents fill several.</summary>
    public static CollectionOptions Small { get; } = new() { StripeRows = 40, ChunkRows = 16 };

    public static MemoryStream Write(IEnumerable<string> documents, CollectionOptions? options = null)
    {
        var stream = new MemoryStream();
        using var writer = CollectionWriter.Create(stream, options ?? Small, leaveOpen: true);
        foreach (var document in documents)
        {
            writer.Add(Encoding.UTF8.GetBytes(document));
        }

        writer.Commit();
        return stream;
    }

    /// <summary>Reads all documents from a stream and, in both access modes, from a file with the same bytes.</summary>
    public static List<string> ReadAll(Stream stream)
    {
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        var documents = ReadAll(reader);
        var path = Path.GetTempFileName();
        try
        {
            using (var file = File.Create(path))
            {
                stream.Position = 0;
                stream.CopyTo(file);
            }

            foreach (var access in Enum.GetValues<CollectionAccess>())
            {
                using var other = CollectionReader.Open(path, new CollectionReaderOptions { Access = access });
                Assert.Equal(documents, ReadAll(other));
            }
        }
        finally
        {
            File.Delete(path);
        }

        return documents;
    }

    public static List<string> ReadAll(CollectionReader reader)
    {
        var documents = new List<string>();
        reader.ForEach((_, document) => documents.Add(document.ToJson()));
        return documents;
    }

    /// <summary>Returns a document as the library writes it, without white space.</summary>
    public static string Minify(string json)
    {
        using var document = BlittableDocument.Parse(json);
        return document.Root.ToJson();
    }
}
