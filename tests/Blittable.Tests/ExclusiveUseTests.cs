using System.Buffers;
using System.Text;

namespace Blittable.Tests;

/// <summary>If two calls use a converter, a builder or an editor at the same time, the second call is refused. The buffers are never written by both.</summary>
public sealed class ExclusiveUseTests
{
    private static readonly byte[] Large = Encoding.UTF8.GetBytes(
        $"[{string.Join(',', Enumerable.Range(0, 20_000).Select(i => $"{{\"id\":{i},\"name\":\"row {i}\",\"tags\":[\"a\",{i}.5]}}"))}]");

    [Fact]
    public void A_converter_used_by_two_threads_converts_correctly_or_throws()
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        using var expected = BlittableDocument.Parse(Large);
        var json = expected.Root.ToJson();
        InTurns(() =>
        {
            // The converter may reuse the bytes in its next call, which the other thread may make. The result is therefore written to an output.
            var output = new ArrayBufferWriter<byte>();
            converter.Convert(Large, output);
            Assert.Equal(json, BlittableValue.Open(output.WrittenSpan).ToJson());
        });
    }

    [Fact]
    public void A_converter_that_is_writing_refuses_another_thread()
    {
        using var converter = new BlittableConverter();
        var written = WriteDuringACall(output => converter.Convert("[1]"u8, output), () => converter.Convert("2"u8));
        Assert.Equal("[1]", BlittableValue.Open(written).ToJson());
        Assert.Equal("2", BlittableValue.Open(converter.Convert("2"u8)).ToJson());
    }

    [Fact]
    public void A_builder_that_is_writing_refuses_another_thread()
    {
        using var builder = new BlittableBuilder();
        builder.WriteNumber(1);
        var written = WriteDuringACall(builder.Finish, builder.WriteNull);
        Assert.Equal("1", BlittableValue.Open(written).ToJson());
        builder.WriteNull();
    }

    [Fact]
    public void An_editor_that_is_writing_refuses_another_thread()
    {
        using var start = BlittableDocument.Parse("[1]"u8);
        using var editor = new BlittableEditor(start);
        var written = WriteDuringACall(editor.WriteTo, () => editor.Append("$", "2"u8));
        Assert.Equal("[1]", BlittableValue.Open(written).ToJson());
        editor.Append("$", "3"u8);
        using var edited = editor.ToDocument();
        Assert.Equal("[1,3]", edited.Root.ToJson());
    }

    [Fact]
    public void A_builder_used_by_two_threads_writes_a_value_or_throws()
    {
        using var value = BlittableDocument.Parse(Large);
        using var builder = new BlittableBuilder();
        builder.WriteStartArray();
        var written = 0;
        InTurns(() =>
        {
            builder.WriteValue(value.Root);
            Interlocked.Increment(ref written);
        });
        builder.WriteEndArray();
        using var document = builder.ToDocument();
        document.Validate();
        Assert.Equal(written, document.Root.Count);
    }

    [Fact]
    public void An_editor_used_by_two_threads_edits_or_throws()
    {
        using var value = BlittableDocument.Parse(Large);
        using var start = BlittableDocument.Parse("[]"u8);
        using var editor = new BlittableEditor(start);
        var appended = 0;
        InTurns(() =>
        {
            editor.Append("$", value.Root);
            Interlocked.Increment(ref appended);
        });
        using var document = editor.ToDocument();
        document.Validate();
        Assert.Equal(appended, document.Root.Count);
    }

    /// <summary>The methods for values of .NET types share a builder.</summary>
    [Fact]
    public void Texts_that_two_threads_set_with_one_editor_are_set_whole_or_refused()
    {
        string[] texts = [new('a', 20_000), new('b', 20_000)];
        using var start = BlittableDocument.Parse("{}"u8);
        using var editor = new BlittableEditor(start);
        var failures = new List<Exception>();
        var threads = Array.ConvertAll(texts, text => new Thread(() =>
        {
            for (var turn = 0; turn < 300; turn++)
            {
                var fault = Record.Exception(() =>
                {
                    editor.SetString($"$.{text[0]}", text);
                    using var document = editor.ToDocument();
                    Assert.Equal(text, document.Root.GetProperty(text[..1]).GetString());
                });
                if (fault is not (null or InvalidOperationException))
                {
                    lock (failures)
                    {
                        failures.Add(fault);
                    }
                }
            }
        }));
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Empty(failures);
    }

    [Fact]
    public void An_output_cannot_use_the_converter_that_is_writing_to_it()
    {
        using var converter = new BlittableConverter();
        var output = new StingyWriter(whenAdvanced: () => converter.Convert("[1,2,3]"u8));
        Assert.Throws<InvalidOperationException>(() => converter.Convert("{\"a\":1}"u8, output));
        Assert.Throws<InvalidOperationException>(() => converter.Convert(new ReadOnlySequence<byte>("{\"a\":1}"u8.ToArray()), output));
        Assert.Throws<InvalidOperationException>(() => converter.Convert("{\"a\":1}"u8, new StingyWriter(whenAdvanced: converter.Dispose)));
        Assert.Equal("2", BlittableValue.Open(converter.Convert("2"u8)).ToJson());
    }

    [Fact]
    public void An_output_cannot_use_the_MessagePack_converter_that_is_writing_to_it()
    {
        using var converter = new BlittableMessagePack();
        var output = new StingyWriter(whenAdvanced: () => converter.Convert([0x93, 1, 2, 3]));
        Assert.Throws<InvalidOperationException>(() => converter.Convert([0x91, 1], output));
        Assert.Throws<InvalidOperationException>(() => converter.Convert(new ReadOnlySequence<byte>([0x91, 1]), output));
        Assert.Equal("2", BlittableValue.Open(converter.Convert([2])).ToJson());
    }

    [Fact]
    public async Task A_stream_conversion_uses_the_converter_until_its_task_completes()
    {
        using var converter = new BlittableConverter();
        var stream = new WaitingStream("[1]"u8.ToArray());
        var output = new ArrayBufferWriter<byte>();
        var conversion = converter.ConvertAsync(stream, output);
        Assert.Throws<InvalidOperationException>(() => converter.Convert("2"u8));
        Assert.Throws<InvalidOperationException>(converter.Dispose);
        stream.Continue.SetResult();
        await conversion;
        Assert.Equal("[1]", BlittableValue.Open(output.WrittenSpan).ToJson());
        Assert.Equal("2", BlittableValue.Open(converter.Convert("2"u8)).ToJson());
    }

    [Fact]
    public async Task The_converter_is_free_between_two_lines_of_a_stream()
    {
        using var converter = new BlittableConverter();
        using var lines = new MemoryStream("1\n2\n"u8.ToArray());
        var seen = new List<string>();
        await foreach (var line in converter.ConvertLinesAsync(lines))
        {
            seen.Add(BlittableValue.Open(line.Span).ToJson());
            Assert.Equal("3", BlittableValue.Open(converter.Convert("3"u8)).ToJson());
        }

        Assert.Equal(["1", "2"], seen);
    }

    [Fact]
    public void A_failed_call_releases_the_object()
    {
        using var converter = new BlittableConverter();
        Assert.Throws<BlittableException>(() => converter.Convert("[1,"u8));
        Assert.Throws<BlittableException>(() => converter.Convert("\ud800".AsSpan()));
        Assert.Equal("[1]", BlittableValue.Open(converter.Convert("[1]"u8)).ToJson());

        using var builder = new BlittableBuilder();
        Assert.Throws<InvalidOperationException>(builder.WriteEndArray);
        builder.WriteNull();
        using var document = builder.ToDocument();

        using var editor = new BlittableEditor(document);
        Assert.Throws<BlittableException>(() => editor.Remove("$.a"));
        editor.Set("$", "1"u8);
        using var edited = editor.ToDocument();
        Assert.Equal("1", edited.Root.ToJson());

        using var unpacker = new BlittableMessagePack();
        Assert.Throws<BlittableException>(() => unpacker.Convert([0x92, 1]));
        Assert.Equal("1", BlittableValue.Open(unpacker.Convert([1])).ToJson());
    }

    [Fact]
    public void Disposed_objects_throw_ObjectDisposedException()
    {
        var converter = new BlittableConverter();
        converter.Dispose();
        converter.Dispose();
        Assert.Throws<ObjectDisposedException>(() => converter.Convert("1"u8));

        var builder = new BlittableBuilder();
        builder.Dispose();
        Assert.Throws<ObjectDisposedException>(builder.WriteNull);

        using var document = BlittableDocument.Parse("1"u8);
        var editor = new BlittableEditor(document);
        editor.Dispose();
        Assert.Throws<ObjectDisposedException>(editor.ToDocument);
        Assert.Equal(nameof(BlittableEditor), Assert.Throws<ObjectDisposedException>(() => editor.SetNull("$")).ObjectName);

        using var used = new BlittableEditor(document);
        used.SetNumber("$", 1);
        used.Dispose();
        Assert.Equal(nameof(BlittableEditor), Assert.Throws<ObjectDisposedException>(() => used.SetNumber("$", 2)).ObjectName);
    }

    /// <summary>Makes another thread call an object while a call of this thread writes to its output, and requires that the other call is refused.</summary>
    /// <returns>The written bytes.</returns>
    private static byte[] WriteDuringACall(Action<IBufferWriter<byte>> write, Action other)
    {
        var refusals = new List<Exception?>();
        var output = new StingyWriter(whenAdvanced: () =>
        {
            var thread = new Thread(() => refusals.Add(Record.Exception(other)));
            thread.Start();
            thread.Join();
        });
        write(output);
        Assert.NotEmpty(refusals);
        Assert.All(refusals, refusal => Assert.IsType<InvalidOperationException>(refusal));
        return output.Written.ToArray();
    }

    /// <summary>Makes two threads repeat the same call simultaneously until one of the calls is refused, if the threads meet.</summary>
    private static void InTurns(Action call)
    {
        var refused = 0;
        using var barrier = new Barrier(2);
        void Run()
        {
            for (var turn = 0; turn < 200; turn++)
            {
                barrier.SignalAndWait();
                try
                {
                    call();
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref refused);
                }

                barrier.SignalAndWait();
                if (Volatile.Read(ref refused) > 0)
                {
                    return;
                }
            }
        }

        // A failing thread leaves the barrier to let the other thread end.
        Exception? failure = null;
        void Guarded()
        {
            try
            {
                Run();
            }
            catch (Exception exception)
            {
                failure = exception;
                barrier.RemoveParticipant();
            }
        }

        var second = new Thread(Guarded);
        second.Start();
        Guarded();
        second.Join();
        Assert.Null(failure);
    }

    /// <summary>A stream whose first bytes arrive when the test releases them.</summary>
    private sealed class WaitingStream(byte[] bytes) : MemoryStream(bytes)
    {
        public TaskCompletionSource Continue { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Continue.Task.WaitAsync(cancellationToken);
            return Read(buffer.Span);
        }
    }
}
