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

    [Fact]
    public void Pages_of_written_documents_are_used_for_other_stripes()
    {
        var pool = new DocumentPagePool();
        var first = new PendingDocuments(pool);
        var document = new byte[DocumentPagePool.PageBytes / 3];
        for (byte i = 0; i < 7; i++)
        {
            document.AsSpan().Fill(i);
            first.Add(document);
        }

        // The documents 0 to 2 are in the first page, and 3 to 5 in the second one.
        first.Release(5);
        var second = new PendingDocuments(pool);
        var before = GC.GetAllocatedBytesForCurrentThread();
        document.AsSpan().Fill(99);
        second.Add(document);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, DocumentPagePool.PageBytes / 2);
        Assert.Equal([5, 6, 99], [first[5][0], first[6][^1], second[0][0]]);
    }

    [Fact]
    public void Documents_larger_than_a_page_are_kept()
    {
        var documents = new PendingDocuments(new DocumentPagePool());
        for (var turn = 0; turn < 3; turn++)
        {
            documents.Add(new byte[2 * DocumentPagePool.PageBytes]);
            documents.Add([]);
            documents.Add([1, 2, 3]);

            Assert.Equal([2 * DocumentPagePool.PageBytes, 0, 3], [documents[0].Length, documents[1].Length, documents[2].Length]);
            documents.Release(1);
            Assert.Equal([1, 2, 3], documents[2].ToArray());
            documents.Clear();
        }
    }
}
