using System.Buffers;
using System.IO.Pipelines;
using System.Text;

namespace Blittable.Tests;

/// <summary>Tests the memory that streams and pipes need while they are read to their end.</summary>
[Collection(AloneCollection.Name)]
public sealed class PooledInputTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_pipe_is_consumed_while_it_is_read()
    {
        var json = Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Range(0, 500_000))}]");
        using var pool = new CountingPool();
        await Check(async pipe =>
        {
            using var document = await BlittableDocument.ParseAsync(pipe, cancellationToken: Cancellation);
            Assert.Equal(500_000, document.Root.Count);
        });
        await Check(async pipe =>
        {
            using var converter = new BlittableConverter();
            var output = new ArrayBufferWriter<byte>();
            await converter.ConvertAsync(pipe, output, Cancellation);
            Assert.Equal(500_000, BlittableValue.Open(output.WrittenSpan).Count);
        });

        async Task Check(Func<PipeReader, Task> read)
        {
            var pipe = PipeReader.Create(new MemoryStream(json), new StreamPipeReaderOptions(pool));
            await read(pipe);
            await pipe.CompleteAsync();
            Assert.InRange(pool.Most, 1, 1 << 16);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4096)]
    public async Task A_pipe_may_deliver_its_bytes_in_pieces_or_none(int length)
    {
        var pipe = new Pipe();
        var document = BlittableDocument.ParseAsync(pipe.Reader, cancellationToken: Cancellation);
        var text = Encoding.UTF8.GetBytes($"\"{new string('a', 20_000)}\"");
        for (var at = 0; at < text.Length; at += length)
        {
            await pipe.Writer.WriteAsync(text.AsMemory(at, Math.Min(length, text.Length - at)), Cancellation);
        }

        await pipe.Writer.CompleteAsync();
        using var parsed = await document;
        Assert.Equal(20_000, parsed.Root.GetString()!.Length);

        var empty = new Pipe();
        await empty.Writer.CompleteAsync();
        var fault = await Assert.ThrowsAsync<BlittableException>(() => BlittableDocument.ParseAsync(empty.Reader, cancellationToken: Cancellation));
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, fault.Code);
    }

    [Fact]
    public async Task A_large_text_is_allocated_once_as_a_document()
    {
        // The input is complete, so that both calls end on this thread.
        var json = Encoding.UTF8.GetBytes($"\"{new string('a', 50_000_000)}\"");
        var least = long.MaxValue;
        for (var i = 0; i < 5; i++)
        {
            // A collection may empty the pool of texts between two calls.
            var before = GC.GetAllocatedBytesForCurrentThread();
            using var document = Completed(BlittableDocument.ParseAsync(PipeReader.Create(new ReadOnlySequence<byte>(json)), cancellationToken: Cancellation));
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        // The converter has a buffer of its own, from which the document is copied.
        Assert.InRange(least, json.Length, 2.2 * json.Length);
    }

    /// <summary>Returns the result of a call that completed on this thread, because its input was complete.</summary>
    private static BlittableDocument Completed(Task<BlittableDocument> call)
    {
        Assert.True(call.IsCompletedSuccessfully);
        return call.Result;
    }

    private sealed class CountingPool : MemoryPool<byte>
    {
        private int _used;

        public int Most { get; private set; }

        public override int MaxBufferSize => int.MaxValue;

        public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
        {
            var memory = new Owner(this, Math.Max(minBufferSize, 4096));
            _used += memory.Memory.Length;
            Most = Math.Max(Most, _used);
            return memory;
        }

        protected override void Dispose(bool disposing)
        {
        }

        private sealed class Owner(CountingPool pool, int length) : IMemoryOwner<byte>
        {
            public Memory<byte> Memory { get; private set; } = new byte[length];

            public void Dispose()
            {
                pool._used -= Memory.Length;
                Memory = default;
            }
        }
    }
}
