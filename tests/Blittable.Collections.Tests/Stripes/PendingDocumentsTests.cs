using Blittable.Collections.Stripes.Writing;

namespace Blittable.Collections.Tests;

public sealed class PendingDocumentsTests
{
    /// <summary>A stripe does not contain dropped documents, so they must not count when stripes are merged by size. Until then, they use memory.</summary>
    [Fact]
    public void Dropped_documents_count_for_memory_but_not_for_the_size_of_a_stripe()
    {
        var documents = new PendingDocuments();
        for (var i = 0; i < 100; i++)
        {
            documents.Add(new byte[10 + i]);
            if (i % 10 != 9)
            {
                documents.Drop(i);
            }
        }

        Assert.Equal((100, 10), (documents.Count, documents.LiveCount));
        Assert.Equal(Enumerable.Range(0, 10).Sum(i => 19 + (10 * i)), documents.ByteCount);
        Assert.Equal(Enumerable.Range(0, 100).Sum(i => 10 + i), documents.HeldBytes);
        documents.Clear();
        Assert.Equal((0, 0), (documents.ByteCount, documents.HeldBytes));
    }
}
