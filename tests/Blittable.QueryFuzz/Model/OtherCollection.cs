using Blittable.Collections;

namespace Blittable.QueryFuzz.Model;

/// <summary>A second collection to join with.</summary>
internal static class OtherCollection
{
    public static CollectionReader Open(string[] documents, CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, StripeRows = 20, ChunkRows = 8, Columns = ["$.k"] }, leaveOpen: true))
        {
            foreach (var document in documents)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes(document));
            }

            writer.Commit();
        }

        return CollectionReader.Open(stream);
    }
}
