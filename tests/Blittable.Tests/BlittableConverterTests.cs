using System.Buffers;
using System.IO.Pipelines;
using System.Text;

namespace Blittable.Tests;

/// <summary>Input from every source: segmented buffers, UTF-16, streams, pipes and JSON lines.</summary>
[Trait(Category.Name, Category.Vector)]
public class BlittableConverterTests
{
    private const string Json = """{"a":[1,2.50,"tëxt"],"b":{"c":null}}""";
    private const string Mark = "\uFEFF";

    public static TheoryData<int> PieceLengths => [1, 3, 7, 1000];

    [Theory]
    [MemberData(nameof(PieceLengths))]
    public async Task Text_may_arrive_in_pieces(int length)
    {
        var bytes = Encoding.UTF8.GetBytes(Json);
        using var converter = new BlittableConverter();
        Assert.Equal(Json, BlittableValue.Open(converter.Convert(Pieces(bytes, length))).ToJson());

        var output = new ArrayBufferWriter<byte>();
        await converter.ConvertAsync(new ShortReads(bytes, length), output);
        Assert.Equal(Json, BlittableValue.Open(output.WrittenSpan).ToJson());

        using var stream = new MemoryStream();
        await converter.ConvertAsync(new ShortReads(bytes, length), stream);
        Assert.Equal(output.WrittenSpan, stream.ToArray());

        output.ResetWrittenCount();
        await converter.ConvertAsync(PipeReader.Create(Pieces(bytes, length)), output);
        Assert.Equal(Json, BlittableValue.Open(output.WrittenSpan).ToJson());

        using var document = await BlittableDocument.ParseAsync(new ShortReads(bytes, length));
        Assert.Equal(Json, document.Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(PieceLengths))]
    public async Task Lines_may_arrive_in_pieces_and_end_with_carriage_return_and_line_feed(int length)
    {
        var text = Encoding.UTF8.GetBytes("{\"a\":1}\r\n\r\n  \n[\"" + new string('x', 40_000) + "\"]\n7");
        using var converter = new BlittableConverter();
        var lines = new List<string>();
        await foreach (var document in converter.ConvertLinesAsync(new ShortReads(text, length)))
        {
            lines.Add(BlittableValue.Open(document.Span).ToJson());
        }

        Assert.Equal(["""{"a":1}""", $"[\"{new string('x', 40_000)}\"]", "7"], lines);
        lines.Clear();
        var numbers = new List<long>();
        var enumerator = converter.ConvertLines(text);
        while (enumerator.MoveNext())
        {
            lines.Add(BlittableValue.Open(enumerator.Current).ToJson());
            numbers.Add(enumerator.LineNumber);
        }

        Assert.Equal(3, lines.Count);
        Assert.Equal([1, 4, 5], numbers);
        foreach (var document in converter.ConvertLines(text))
        {
            Assert.Equal(lines[0], BlittableValue.Open(document).ToJson());
            lines.RemoveAt(0);
        }

        Assert.Empty(lines);
    }

    [Theory]
    [InlineData("[1]", true)]
    [InlineData("[1", false)]
    public async Task A_pipe_remains_usable_whether_its_text_was_valid_JSON_or_not(string json, bool isJson)
    {
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync(Encoding.UTF8.GetBytes(json));
        await pipe.Writer.CompleteAsync();
        using var converter = new BlittableConverter();
        var conversion = converter.ConvertAsync(pipe.Reader, new ArrayBufferWriter<byte>());
        if (isJson)
        {
            await conversion;
        }
        else
        {
            await Assert.ThrowsAsync<BlittableException>(() => conversion);
        }

        var rest = await pipe.Reader.ReadAsync();
        Assert.True(rest.IsCompleted);
        Assert.True(rest.Buffer.IsEmpty);
        await pipe.Reader.CompleteAsync();
    }

    [Fact]
    public async Task A_converter_can_convert_other_texts_between_two_lines_of_a_stream()
    {
        const int count = 3000;
        var text = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, count).Select(i => $"[{i}]\n")));
        using var converter = new BlittableConverter();
        var next = 0;
        await foreach (var document in converter.ConvertLinesAsync(new ShortReads(text, 1000)))
        {
            Assert.Equal($"[{next++}]", BlittableValue.Open(document.Span).ToJson());
            Assert.Equal("\"another\"", BlittableValue.Open(converter.Convert(" \"another\"\n".AsSpan())).ToJson());
            await converter.ConvertAsync(new MemoryStream([.. "{}"u8]), new ArrayBufferWriter<byte>());
        }

        Assert.Equal(count, next);
    }

    [Fact]
    public async Task A_converter_disposed_between_two_lines_refuses_the_next_line()
    {
        var converter = new BlittableConverter();
        await using var lines = converter.ConvertLinesAsync(new MemoryStream([.. "1\n2\n"u8])).GetAsyncEnumerator();
        Assert.True(await lines.MoveNextAsync());
        converter.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await lines.MoveNextAsync());
    }

    [Fact]
    public void The_line_after_an_invalid_line_is_converted()
    {
        using var converter = new BlittableConverter();
        var lines = converter.ConvertLines("1\n[\n3"u8);
        Assert.True(lines.MoveNext());
        try
        {
            lines.MoveNext();
            Assert.Fail("An array without an end was converted.");
        }
        catch (BlittableException fault)
        {
            Assert.Equal(2, fault.Line);
        }

        Assert.True(lines.MoveNext());
        Assert.Equal("3", BlittableValue.Open(lines.Current).ToJson());
        Assert.False(lines.MoveNext());
    }

    [Fact]
    public async Task A_byte_order_mark_at_the_start_of_a_file_is_skipped()
    {
        var file = Encoding.UTF8.GetBytes(Mark + "[1]\n[2]");
        using var converter = new BlittableConverter();
        var count = 0;
        await foreach (var document in converter.ConvertLinesAsync(new ShortReads(file, 2)))
        {
            Assert.Equal($"[{++count}]", BlittableValue.Open(document.Span).ToJson());
        }

        Assert.Equal(2, count);
        var output = new ArrayBufferWriter<byte>();
        await converter.ConvertAsync(PipeReader.Create(Pieces(file.AsSpan(0, 6).ToArray(), 2)), output);
        Assert.Equal("[1]", BlittableValue.Open(output.WrittenSpan).ToJson());
        using var parsed = await BlittableDocument.ParseAsync(new ShortReads(file.AsSpan(0, 6).ToArray(), 2));
        Assert.Equal("[1]", parsed.Root.ToJson());

        var fault = await Assert.ThrowsAsync<BlittableException>(() => BlittableDocument.ParseAsync(new MemoryStream(file)));
        Assert.Equal((BlittableErrorCode.TrailingCharacters, 7, 2, 1), (fault.Code, fault.Offset, fault.Line, fault.Column));
    }

    [Fact]
    public void A_byte_order_mark_before_text_in_memory_is_refused_and_named()
    {
        using var converter = new BlittableConverter();
        var fault = Assert.Throws<BlittableException>(() => converter.Convert(Mark + "[1]"));
        Assert.Equal(BlittableErrorCode.UnexpectedCharacter, fault.Code);
        Assert.Contains("byte order mark", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_error_states_the_line_and_the_position_in_the_file()
    {
        using var converter = new BlittableConverter();
        var file = "{\"a\":1}\r\n\n{\"a\":x}\n"u8.ToArray();
        var fault = await Assert.ThrowsAsync<BlittableException>(async () =>
        {
            await foreach (var document in converter.ConvertLinesAsync(new ShortReads(file, 4)))
            {
                Assert.Equal("""{"a":1}""", BlittableValue.Open(document.Span).ToJson());
            }
        });
        Assert.Equal((BlittableErrorCode.UnexpectedCharacter, 15, 3, 6), (fault.Code, fault.Offset, fault.Line, fault.Column));
    }

    [Fact]
    public async Task A_file_that_is_too_large_is_refused_before_it_is_read()
    {
        using var converter = new BlittableConverter();
        var beyondAllLimits = new ShortReads([], 1, length: 3L << 30);
        var fault = await Assert.ThrowsAsync<BlittableException>(() => converter.ConvertAsync(beyondAllLimits, new ArrayBufferWriter<byte>()));
        Assert.Equal(BlittableErrorCode.InputTooLarge, fault.Code);
        Assert.Contains("3221225472", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nothing_is_written_for_text_that_is_not_JSON()
    {
        using var converter = new BlittableConverter();
        var output = new ArrayBufferWriter<byte>();
        Assert.Throws<BlittableException>(() => converter.Convert("[1,"u8, output));
        await Assert.ThrowsAsync<BlittableException>(() => converter.ConvertAsync(new ShortReads("[1,"u8.ToArray(), 2), output));
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, Assert.Throws<BlittableException>(() => converter.Convert(""u8, output)).Code);
        Assert.Equal(0, output.WrittenCount);
        converter.Convert("[1]"u8, output);
        Assert.Equal("[1]", BlittableValue.Open(output.WrittenSpan).ToJson());
    }

    [Fact]
    public async Task Reading_stops_when_it_is_cancelled()
    {
        using var converter = new BlittableConverter();
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        var source = new ShortReads("[1]"u8.ToArray(), 1);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => converter.ConvertAsync(source, new ArrayBufferWriter<byte>(), cancelled.Token));

        var pipe = new Pipe();
        pipe.Reader.CancelPendingRead();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => converter.ConvertAsync(pipe.Reader, new ArrayBufferWriter<byte>()));
        await pipe.Writer.WriteAsync("[1]"u8.ToArray());
        await pipe.Writer.CompleteAsync();
        var output = new ArrayBufferWriter<byte>();
        await converter.ConvertAsync(pipe.Reader, output);
        Assert.Equal("[1]", BlittableValue.Open(output.WrittenSpan).ToJson());
    }

    [Fact]
    public async Task A_missing_argument_is_named_as_the_caller_knows_it()
    {
        using var converter = new BlittableConverter();
        var output = new ArrayBufferWriter<byte>();
        Assert.Throws<ArgumentNullException>("utf8Lines", () => converter.ConvertLinesAsync(null!));
        Assert.Throws<ArgumentNullException>("output", () => converter.Convert("1"u8, null!));
        await Assert.ThrowsAsync<ArgumentNullException>("utf8Json", () => converter.ConvertAsync((Stream)null!, output));
        await Assert.ThrowsAsync<ArgumentNullException>("utf8Json", () => BlittableDocument.ParseAsync((Stream)null!));
        await Assert.ThrowsAsync<ArgumentNullException>("output", () => converter.ConvertAsync(Stream.Null, (Stream)null!));
    }

    [Fact]
    public void An_unpaired_surrogate_is_refused()
    {
        using var converter = new BlittableConverter();
        var fault = Assert.Throws<BlittableException>(() => converter.Convert("\"ab\uD800\""));
        Assert.Equal((BlittableErrorCode.InvalidUtf8, 3), (fault.Code, fault.Offset));
    }

    [Fact]
    public async Task A_disposed_converter_refuses_every_text()
    {
        var converter = new BlittableConverter();
        converter.Dispose();
        Assert.Throws<ObjectDisposedException>(() => converter.Convert("1"u8));
        Assert.Throws<ObjectDisposedException>(() => converter.Convert("1"));
        Assert.Throws<ObjectDisposedException>(() => converter.Convert(Pieces("12"u8.ToArray(), 1)));
        Assert.Throws<ObjectDisposedException>(() => converter.ConvertLines("1"u8).MoveNext());
        await Assert.ThrowsAsync<ObjectDisposedException>(() => converter.ConvertAsync(new MemoryStream([.. "1"u8]), new ArrayBufferWriter<byte>()));
    }

    private static ReadOnlySequence<byte> Pieces(byte[] bytes, int length)
    {
        var first = new Piece(bytes.AsMemory(0, Math.Min(length, bytes.Length)), null);
        var last = first;
        for (var start = length; start < bytes.Length; start += length)
        {
            last = new Piece(bytes.AsMemory(start, Math.Min(length, bytes.Length - start)), last);
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, Piece? before)
        {
            Memory = memory;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }

    /// <summary>A stream that returns a few bytes per read and reports its length only if the test sets one.</summary>
    private sealed class ShortReads(byte[] bytes, int most, long? length = null) : MemoryStream(bytes)
    {
        public override bool CanSeek => length is not null;

        public override long Length => length ?? throw new NotSupportedException();

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(most, buffer.Length)], cancellationToken);
    }
}
