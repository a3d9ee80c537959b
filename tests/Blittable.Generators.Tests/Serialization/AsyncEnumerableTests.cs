using System.IO.Pipelines;
using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Sequences of objects in streams and pipes, regardless of how their bytes arrive.</summary>
public sealed class AsyncEnumerableTests
{
    private static readonly BlittableOptions s_disk = new() { Mode = BlittableMode.Disk };

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4096)]
    public async Task Objects_are_restored_from_a_stream_that_returns_any_pieces(int piece)
    {
        foreach (var options in new[] { null, s_disk, new BlittableOptions { Dictionary = new BlittableDictionary() } })
        {
            using var stream = new MemoryStream();
            await BlittableSerializer.SerializeAsyncEnumerable(stream, Values(40), options, Stop);
            var back = await All(BlittableSerializer.DeserializeAsyncEnumerable<Entry>(new Pieces(stream.ToArray(), piece), options, Stop));
            Assert.Equal(JsonSerializer.Serialize(await All(Values(40))), JsonSerializer.Serialize(back));
        }
    }

    [Fact]
    public async Task Objects_that_were_not_read_stay_in_the_pipe()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        await BlittableSerializer.SerializeAsyncEnumerable(pipe.Writer, Values(10), cancellationToken: Stop);
        await pipe.Writer.CompleteAsync();
        await foreach (var entry in BlittableSerializer.DeserializeAsyncEnumerable<Entry>(pipe.Reader, cancellationToken: Stop))
        {
            if (entry!.Id == 3)
            {
                break;
            }
        }

        Assert.Equal([4, 5, null, 7, 8, 9], (await All(BlittableSerializer.DeserializeAsyncEnumerable<Entry>(pipe.Reader, cancellationToken: Stop))).Select(entry => entry?.Id));
    }

    [Fact]
    public async Task Documents_are_readable_while_the_source_waits()
    {
        var pipe = new Pipe();
        var wait = new TaskCompletionSource();
        var writing = BlittableSerializer.SerializeAsyncEnumerable(pipe.Writer, Slow(), cancellationToken: Stop);
        Assert.False(writing.IsCompleted);
        Assert.True(pipe.Reader.TryRead(out var flushed));
        pipe.Reader.AdvanceTo(flushed.Buffer.Start);
        await using var reading = BlittableSerializer.DeserializeAsyncEnumerable<int>(pipe.Reader, cancellationToken: Stop).GetAsyncEnumerator(Stop);
        Assert.True(await reading.MoveNextAsync());
        Assert.True(await reading.MoveNextAsync());
        Assert.Equal(2, reading.Current);
        wait.SetResult();
        Assert.True(await reading.MoveNextAsync());
        Assert.Equal(3, reading.Current);
        await writing;

        async IAsyncEnumerable<int> Slow()
        {
            yield return 1;
            yield return 2;
            await wait.Task;
            yield return 3;
        }
    }

    [Fact]
    public async Task A_truncated_stream_or_an_invalid_length_is_refused()
    {
        using var stream = new MemoryStream();
        await BlittableSerializer.SerializeAsyncEnumerable(stream, Values(3), cancellationToken: Stop);
        var whole = stream.ToArray();
        Assert.Empty(await All(BlittableSerializer.DeserializeAsyncEnumerable<Entry>(new MemoryStream(), cancellationToken: Stop)));
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, await CodeOf(whole[..^1]));
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, await CodeOf([.. whole, 0x80]));
        Assert.Equal(BlittableErrorCode.InvalidData, await CodeOf([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]));

        async Task<BlittableErrorCode> CodeOf(byte[] bytes) =>
            (await Assert.ThrowsAsync<BlittableException>(() => All(BlittableSerializer.DeserializeAsyncEnumerable<Entry>(new MemoryStream(bytes), cancellationToken: Stop)))).Code;
    }

    [Fact]
    public async Task Documents_before_a_fault_of_the_source_are_written()
    {
        using var stream = new MemoryStream();
        await Assert.ThrowsAsync<InvalidOperationException>(() => BlittableSerializer.SerializeAsyncEnumerable(stream, Failing(), cancellationToken: Stop));
        Assert.Equal([0, 1, 2], (await All(BlittableSerializer.DeserializeAsyncEnumerable<Entry>(new MemoryStream(stream.ToArray()), cancellationToken: Stop))).Select(entry => entry!.Id));

        static async IAsyncEnumerable<Entry?> Failing()
        {
            await foreach (var value in Values(3))
            {
                yield return value;
            }

            throw new InvalidOperationException();
        }
    }

    [Fact]
    public async Task A_cancelled_source_leaves_whole_documents()
    {
        using var stream = new MemoryStream();
        using var stop = new CancellationTokenSource();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => BlittableSerializer.SerializeAsyncEnumerable(stream, Cancelling(stop), cancellationToken: stop.Token));
        Assert.Equal(5, (await All(BlittableSerializer.DeserializeAsyncEnumerable<Entry>(new MemoryStream(stream.ToArray()), cancellationToken: Stop))).Count);

        static async IAsyncEnumerable<Entry?> Cancelling(CancellationTokenSource stop)
        {
            await foreach (var value in Values(5))
            {
                yield return value;
            }

            await stop.CancelAsync();
            stop.Token.ThrowIfCancellationRequested();
        }
    }

    [Fact]
    public async Task Nothing_is_written_twice_to_a_stream_that_fails()
    {
        using var stream = new Failing();
        await Assert.ThrowsAsync<IOException>(() => BlittableSerializer.SerializeAsyncEnumerable(stream, Values(3), cancellationToken: Stop));
        Assert.Equal(1, stream.Writes);
    }

    [Fact]
    public async Task A_fault_names_the_document()
    {
        using var stream = new MemoryStream();
        await BlittableSerializer.SerializeAsyncEnumerable(stream, Values(3), cancellationToken: Stop);
        await BlittableSerializer.SerializeAsyncEnumerable(stream, Texts(), cancellationToken: Stop);
        var read = new List<Entry?>();
        var fault = await Assert.ThrowsAsync<BlittableException>(async () =>
        {
            await foreach (var entry in BlittableSerializer.DeserializeAsyncEnumerable<Entry>(new MemoryStream(stream.ToArray()), cancellationToken: Stop))
            {
                read.Add(entry);
            }
        });
        Assert.Equal(3, read.Count);
        Assert.StartsWith("Document at index 3: ", fault.Message, StringComparison.Ordinal);

        static async IAsyncEnumerable<string> Texts()
        {
            await Task.Yield();
            yield return "text";
        }
    }

    private static async IAsyncEnumerable<Entry?> Values(int count)
    {
        for (var i = 0; i < count; i++)
        {
            await Task.Yield();
            yield return i % 7 == 6 ? null : new Entry(i, new string('x', i * i), [i, i + 1]);
        }
    }

    private static async Task<List<T>> All<T>(IAsyncEnumerable<T> values)
    {
        var all = new List<T>();
        await foreach (var value in values)
        {
            all.Add(value);
        }

        return all;
    }

    [BlittableSerializable]
    internal sealed record Entry(int Id, string Text, List<int> Numbers);

    /// <summary>A stream that cannot be written to.</summary>
    private sealed class Failing : MemoryStream
    {
        public int Writes { get; private set; }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Writes++;
            throw new IOException();
        }
    }

    /// <summary>A stream that returns at most the given number of bytes per read.</summary>
    private sealed class Pieces(byte[] bytes, int most) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(most, buffer.Length)]);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => base.ReadAsync(buffer[..Math.Min(most, buffer.Length)], cancellationToken);
    }
}
