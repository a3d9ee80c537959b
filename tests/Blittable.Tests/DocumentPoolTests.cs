using System.Buffers;
using System.IO.Pipelines;
using System.Text;

namespace Blittable.Tests;

/// <summary>Disposed documents return their memory to later documents or, if the pool is set to, overwrite it.</summary>
[Collection(AloneCollection.Name)]
public sealed class DocumentPoolTests : IDisposable
{
    private readonly bool _overwrites = DocumentPool.Overwrites;

    public DocumentPoolTests() => DocumentPool.Overwrites = false;

    public void Dispose()
    {
        DocumentPool.Overwrites = _overwrites;
        BlittableCaches.Trim();
    }

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
    public void The_memory_of_a_disposed_document_holds_the_next_document(int length)
    {
        var document = BlittableDocument.Parse($"\"{new string('a', length)}\"");
        var bytes = document.Bytes;
        document.Dispose();
        using var next = BlittableDocument.Parse($"\"{new string('b', length)}\"");
        Assert.True(bytes.Span.Overlaps(next.Bytes.Span, out var offset) && offset == 0);
    }

    [Theory]
    [InlineData(10_000)]
    [InlineData(10_000_000)]
    public void The_memory_of_a_disposed_document_is_overwritten_if_the_pool_is_set_to(int length)
    {
        DocumentPool.Overwrites = true;
        var document = BlittableDocument.Parse($"\"{new string('a', length)}\"");
        var bytes = document.Bytes;
        document.Dispose();
        Assert.Equal(-1, bytes.Span.IndexOfAnyExcept(byte.MaxValue));
        using var next = BlittableDocument.Parse($"\"{new string('b', length)}\"");
        Assert.False(bytes.Span.Overlaps(next.Bytes.Span));
    }

    [Fact]
    public void A_document_disposed_twice_returns_its_memory_once()
    {
        var document = BlittableDocument.Parse("[1]");
        document.Dispose();
        document.Dispose();
        using var first = BlittableDocument.Parse("[2]");
        using var second = BlittableDocument.Parse("[3]");
        Assert.False(first.Bytes.Span.Overlaps(second.Bytes.Span));
        Assert.Equal("[2]", first.Root.ToJson());
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Documents_alive_at_the_same_time_never_share_memory(bool overwrites)
    {
        DocumentPool.Overwrites = overwrites;
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
    }

    private static byte[] Json(int elements) =>
        Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Range(0, elements).Select(i => $"{{\"id\":{i},\"name\":\"n{i}\"}}"))}]");

    /// <summary>Measures what a document allocates that is disposed before the next one.</summary>
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
        Assert.InRange(least, 1, limit);
    }
}
