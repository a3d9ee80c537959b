using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Creates collections in memory with stripes and chunk groups small enough that there are several.</summary>
internal static class SampleCollection
{
    public static CollectionReader Open(IEnumerable<string> documents, CollectionLayout layout = CollectionLayout.Columns, params string[] columns) =>
        CollectionReader.Open(Write(documents, layout, columns));

    public static MemoryStream Write(IEnumerable<string> documents, CollectionLayout layout, params string[] columns)
    {
        var stream = new MemoryStream();
        var options = new CollectionOptions { Layout = layout, StripeRows = 200, ChunkRows = 64, Columns = columns };
        using (var writer = CollectionWriter.Create(stream, options, leaveOpen: true))
        {
            foreach (var document in documents)
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
            }

            writer.Commit();
        }

        return stream;
    }
}
