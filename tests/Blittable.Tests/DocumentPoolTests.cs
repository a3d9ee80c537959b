using System.Text;

namespace Blittable.Tests;

/// <summary>Disposed documents return their memory to later documents.</summary>
[Collection(nameof(AloneCollection))]
public class DocumentPoolTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(10_000)]
    [InlineData(100_000)]
    public void A_recycled_document_allocates_no_memory_for_its_bytes(int elements)
    {
        var json = Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Range(0, elements).Select(i => $"{{\"id\":{i},\"name\":\"n{i}\"}}"))}]");
        Measure(() =>
        {
            using var document = BlittableDocument.Parse(json);
        });

        static void Measure(Action parse)
        {
            parse();
            parse();
            const int times = 10;
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < times; i++)
            {
                parse();
            }

            var each = (GC.GetAllocatedBytesForCurrentThread() - before) / times;
#if DEBUG
            // These builds overwrite the memory instead of reusing it.
            Assert.True(each > 0);
#else
            // The only allocation per document is the object itself.
            Assert.InRange(each, 1, 200);
#endif
        }
    }

    [Fact]
    public void Using_a_disposed_document_is_an_error()
    {
        var document = BlittableDocument.Parse("[1]");
        document.Dispose();
        document.Dispose();
        Assert.Throws<ObjectDisposedException>(() => document.Root.Count);
        Assert.Throws<ObjectDisposedException>(() => document.Bytes);
    }

    [Fact]
    public void Documents_alive_at_the_same_time_never_share_memory()
    {
        Parallel.For(0, 4, worker =>
        {
            var random = new Random(worker);
            var alive = new List<(string Json, BlittableDocument Document)>();
            for (var i = 0; i < 500; i++)
            {
                var json = $"[{worker},\"{new string((char)('a' + random.Next(26)), random.Next(300))}\"]";
                alive.Add((json, BlittableDocument.Parse(json, i % 2 == 0 ? null : BlittableOptions.Balanced)));
                if (alive.Count > 20)
                {
                    var place = random.Next(alive.Count);
                    Assert.Equal(alive[place].Json, alive[place].Document.Root.ToJson());
                    alive[place].Document.Dispose();
                    alive.RemoveAt(place);
                }
            }

            Assert.All(alive, item => Assert.Equal(item.Json, item.Document.Root.ToJson()));
        });
    }

    [Fact]
    public void Rented_arrays_are_little_longer_than_requested_and_are_reused()
    {
        for (var length = 1; length < 2 * DocumentPool.MaxLength; length += 1 + (length / 3))
        {
            var array = DocumentPool.Rent(length);
            Assert.InRange(array.Length, length, Math.Max(64, length + (length / 8) + 1));
            DocumentPool.Return(array);
            if (length <= DocumentPool.MaxLength)
            {
                Assert.Same(array, DocumentPool.Rent(length));
            }
        }

        BlittableCaches.Trim();
    }
}
