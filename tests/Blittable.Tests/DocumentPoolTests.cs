using System.Buffers;
using System.IO.Pipelines;
using System.Text;

namespace Blittable.Tests;

/// <summary>Disposed documents return their memory to later documents.</summary>
[Collection(AloneCollection.Name)]
public class DocumentPoolTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(10_000)]
    [InlineData(100_000)]
    public void A_recycled_document_allocates_no_memory_for_its_bytes(int elements)
    {
        var json = Json(elements);
        Measure(json, 200, () => BlittableDocument.Parse(json));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(10_000)]
    [InlineData(100_000)]
    public void A_recycled_document_from_a_stream_or_pipe_allocates_no_memory_for_its_bytes(int elements)
    {
        // The input is complete, so the calls are too when they return.
        var json = Json(elements);
        Measure(json, 1000, () => BlittableDocument.ParseAsync(new MemoryStream(json)).GetAwaiter().GetResult());
        Measure(json, 1000, () => BlittableDocument.ParseAsync(PipeReader.Create(new ReadOnlySequence<byte>(json))).GetAwaiter().GetResult());
    }

    [Theory]
    [InlineData(10_000)]
    [InlineData(10_000_000)]
    public void The_memory_of_a_disposed_document_is_not_left_to_its_values(int length)
    {
        var document = BlittableDocument.Parse($"\"{new string('a', length)}\"");
        var bytes = document.Bytes;
        document.Dispose();
#if DEBUG
        Assert.True(bytes.Span.IndexOfAnyExcept(byte.MaxValue) < 0);
#else
        using var next = BlittableDocument.Parse($"\"{new string('b', length)}\"");
        Assert.True(bytes.Span.SequenceEqual(next.Bytes.Span));
#endif
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

    private static byte[] Json(int elements) =>
        Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Range(0, elements).Select(i => $"{{\"id\":{i},\"name\":\"n{i}\"}}"))}]");

    /// <summary>Measures what a document allocates that is disposed before the next one. Builds with the symbol DEBUG overwrite the memory instead of reusing it.</summary>
    private static void Measure(byte[] json, long limit, Func<BlittableDocument> parse)
    {
        // A collection may empty the pools between two documents, so the least of several measurements counts.
        var (least, length) = (long.MaxValue, 0L);
        for (var i = 0; i < 12; i++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            using (var document = parse())
            {
                length = document.Bytes.Length;
            }

            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.InRange(length, 1, json.Length * 2);
#if DEBUG
        Assert.InRange(least, length, long.MaxValue);
#else
        Assert.InRange(least, 1, limit);
#endif
    }
}
