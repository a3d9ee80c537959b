using System.Buffers;
using System.Text;

namespace Blittable.Tests;

/// <summary>A reusable object that has thrown gives the results of a new object. Each test makes a call fail at every point that it can fail at.</summary>
public sealed class StateAfterErrorTests
{
    internal const string First = """
        {"id":12,"name":"the quick brown fox","tags":["a","b","a"],"price":12.50,"at":"2024-05-06T07:08:09.25Z","rows":[[1,2],[3,4],[5,6],[7,8]],"inner":{"name":"the quick brown fox","id":-1}}
        """;

    internal const string Second = """[{"name":"jumps over","id":300},{"name":"the lazy dog","id":301,"other":[1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5]},"jumps over",null]""";

    public static TheoryData<bool, bool> Settings => new() { { false, false }, { false, true }, { true, false }, { true, true } };

    [Theory]
    [MemberData(nameof(Settings))]
    public void A_converter_converts_after_any_error(bool isDisk, bool learns)
    {
        var options = Options(isDisk) with { LearnAcrossDocuments = learns };
        using var converter = new BlittableConverter(options);
        var json = Encoding.UTF8.GetBytes(First);
        for (var length = 0; length < json.Length; length++)
        {
            Fails<BlittableException>(() => converter.Convert(json.AsSpan(0, length)));
            IsRight();
        }

        for (var at = 0; at < json.Length; at++)
        {
            var damaged = (byte[])json.Clone();
            damaged[at] = 0xFF;
            Fails<BlittableException>(() => converter.Convert(damaged));
            Fails<BlittableException>(() => converter.Convert(Encoding.Latin1.GetString(json).Insert(at, "\ud800").AsSpan()));
            IsRight();
        }

        FailingWriter.FailAtEachCall(output => converter.Convert(json, output), IsRight);
        FailingWriter.FailAtEachCall(output => converter.Convert(new ReadOnlySequence<byte>(json), output), IsRight);

        void IsRight()
        {
            var bytes = converter.Convert(Encoding.UTF8.GetBytes(Second)).ToArray();
            Assert.Equal(Second, BlittableValue.Open(bytes).ToJson());
            if (!learns)
            {
                using var other = new BlittableConverter(options);
                Assert.Equal(other.Convert(Encoding.UTF8.GetBytes(Second)).ToArray(), bytes);
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_converter_converts_after_a_stream_or_a_callback_has_failed(bool isDisk)
    {
        using var converter = new BlittableConverter(Options(isDisk));
        var json = Encoding.UTF8.GetBytes($"{First}\n{Second}\n");
        for (var fault = 1; fault <= 6; fault++)
        {
            await Assert.ThrowsAsync<TimeoutException>(() => converter.ConvertAsync(new SlowStream(json, fault), Stream.Null));
            await Assert.ThrowsAsync<TimeoutException>(async () =>
            {
                await foreach (var line in converter.ConvertLinesAsync(new SlowStream(json, fault)))
                {
                    BlittableValue.Open(line.Span).ToJson();
                }
            });
            Assert.Equal(Second, BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(Second))).ToJson());
        }

        var texts = new BlittableTextOptions { OnFault = _ => throw new TimeoutException() };
        await Assert.ThrowsAsync<TimeoutException>(async () =>
        {
            await foreach (var _ in converter.ConvertTextsAsync(new MemoryStream("[1]\n{]\n[2]"u8.ToArray()), texts))
            {
            }
        });
        Assert.Equal(Second, BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(Second))).ToJson());
    }

    [Fact]
    public void An_enumerator_of_lines_continues_after_a_line_that_is_not_JSON_and_has_no_document_until_then()
    {
        using var converter = new BlittableConverter();
        var lines = converter.ConvertLines("[1]\n{\"a\":[2,\n[3]"u8);
        Assert.True(lines.MoveNext());
        Assert.Equal("[1]", BlittableValue.Open(lines.Current).ToJson());
        BlittableException? fault = null;
        try
        {
            lines.MoveNext();
        }
        catch (BlittableException exception)
        {
            fault = exception;
        }

        Assert.Equal(2, fault?.Line);
        Assert.True(lines.Current.IsEmpty);
        Assert.True(lines.MoveNext());
        Assert.Equal((3, "[3]"), (lines.LineNumber, BlittableValue.Open(lines.Current).ToJson()));
    }

    [Theory]
    [MemberData(nameof(Settings))]
    public void A_MessagePack_converter_converts_after_any_error(bool isDisk, bool learns)
    {
        var options = Options(isDisk) with { LearnAcrossDocuments = learns };
        using var converter = new BlittableMessagePack(options);
        using var document = BlittableDocument.Parse(First);
        var packed = BlittableMessagePack.ToArray(document.Root);
        using var next = BlittableDocument.Parse(Second);
        var second = BlittableMessagePack.ToArray(next.Root);
        for (var length = 0; length < packed.Length; length++)
        {
            Fails<BlittableException>(() => converter.Convert(packed.AsSpan(0, length)));
            Fails<BlittableException>(() => converter.Convert(packed.AsSpan(0, length), out _));
            IsRight();
        }

        FailingWriter.FailAtEachCall(output => converter.Convert(packed, output), IsRight);
        FailingWriter.FailAtEachCall(output => BlittableMessagePack.Write(document.Root, output), IsRight);

        void IsRight()
        {
            var bytes = converter.Convert(second).ToArray();
            Assert.Equal(Second, BlittableValue.Open(bytes).ToJson());
            using var other = new BlittableMessagePack(options);
            Assert.True(learns || other.Convert(second).SequenceEqual(bytes));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_document_is_rendered_after_an_output_has_failed(bool isDisk)
    {
        var large = $"[{string.Join(',', Enumerable.Range(0, 300).Select(i => First.Replace("12", $"{i}", StringComparison.Ordinal)))}]";
        using var document = BlittableDocument.Parse(large, Options(isDisk));
        var json = document.Root.ToJson();
        var packed = BlittableMessagePack.ToArray(document.Root);
        FailingWriter.FailAtEachCall(output => document.Root.WriteJson(output), IsRight);
        FailingWriter.FailAtEachCall(output => document.Root.WriteJson(output, indented: true), IsRight);
        FailingWriter.FailAtEachCall(output => BlittableMessagePack.Write(document.Root, output), IsRight);
        for (var limit = 1; limit < json.Length; limit *= 2)
        {
            Assert.Throws<BlittableException>(() => document.Root.ToJson(new BlittableJsonOptions { MaxExpandedBytes = limit }));
            Assert.Throws<BlittableException>(() => BlittableMessagePack.ToArray(document.Root, new BlittableMessagePackOptions { MaxExpandedBytes = Math.Min(limit, packed.Length - 1) }));
            IsRight();
        }

        void IsRight()
        {
            Assert.Equal(json, document.Root.ToJson());
            Assert.Equal(packed, BlittableMessagePack.ToArray(document.Root));
        }
    }

    [Fact]
    public void A_dictionary_is_unchanged_after_its_training_has_failed()
    {
        var documents = Enumerable.Range(0, 40).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(First.Replace("12", $"{i}", StringComparison.Ordinal))).ToList();
        var dictionary = BlittableDictionary.Train(documents);
        var before = dictionary.Save();
        for (var fault = 0; fault < 5; fault++)
        {
            Assert.Throws<TimeoutException>(() => dictionary.Retrain(Failing(fault)));
            Assert.Throws<BlittableException>(() => dictionary.Retrain([.. documents.Take(fault), "[1,"u8.ToArray()]));
            Assert.Equal(before, dictionary.Save());
        }

        using var document = BlittableDocument.Parse(First, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary });
        Assert.Equal(First.Trim(), document.Root.ToJson());

        IEnumerable<ReadOnlyMemory<byte>> Failing(int at) => documents.Select((text, index) => index == at ? throw new TimeoutException() : text);
    }

    private static BlittableOptions Options(bool isDisk) => isDisk ? BlittableOptions.Balanced : BlittableOptions.Default;

    private static void Fails<TException>(Action action)
        where TException : Exception => Assert.Throws<TException>(action);

    /// <summary>A stream that returns a few bytes at a time, and whose n-th read fails.</summary>
    private sealed class SlowStream(byte[] bytes, int failsAt) : MemoryStream(bytes)
    {
        private const int Piece = 40;

        private int _reads;

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            ++_reads == failsAt ? throw new TimeoutException() : base.ReadAsync(buffer[..Math.Min(Piece, buffer.Length)], cancellationToken);
    }
}
