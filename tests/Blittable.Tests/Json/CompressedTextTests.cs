using System.IO.Compression;
using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Streams of texts that are compressed: whole, damaged, cut off and limited.</summary>
public sealed class CompressedTextTests
{
    private static readonly string[] s_documents = ["""{"a":1,"b":"}]\"{["}""", """{"a":"größer 💶"}"""];

    [Fact]
    public async Task Compressed_streams_are_decompressed()
    {
        var text = Encoding.UTF8.GetBytes(string.Join('\n', s_documents));
        var gzip = Compress(text, stream => new GZipStream(stream, CompressionLevel.Fastest));
        var brotli = Compress(text, stream => new BrotliStream(stream, CompressionLevel.Fastest));

        Assert.Equal(s_documents, await TextStreamTests.ReadAsync(gzip));
        Assert.Equal([.. s_documents, .. s_documents], await TextStreamTests.ReadAsync([.. Compress([.. text, (byte)'\n'], stream => new GZipStream(stream, CompressionLevel.Fastest)), .. gzip]));
        Assert.Equal(s_documents, await TextStreamTests.ReadAsync(brotli, new BlittableTextOptions { Compression = BlittableTextCompression.Brotli }));
        Assert.Equal(s_documents, await TextStreamTests.ReadAsync([0x28, 0xB5, 0x2F, 0xFD], new BlittableTextOptions { OpenZstandard = _ => new MemoryStream(text) }));
        await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync([0x28, 0xB5, 0x2F, 0xFD]));
    }

    [Fact]
    public async Task A_damaged_compressed_stream_is_refused()
    {
        var gzip = Compress(Encoding.UTF8.GetBytes(string.Join('\n', Enumerable.Range(0, 2000).Select(i => $$"""{"a":{{i * 7919}}}"""))), stream => new GZipStream(stream, CompressionLevel.Fastest));
        gzip[gzip.Length / 2] ^= 0x55;
        await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync(gzip));
    }

    [Theory]
    [InlineData(BlittableTextCompression.Gzip)]
    [InlineData(BlittableTextCompression.Brotli)]
    [InlineData(BlittableTextCompression.Zstandard)]
    public async Task Damaged_and_cut_off_streams_of_every_compression_are_refused(BlittableTextCompression compression)
    {
        // Zstandard is what somebody else's decompressor makes of it, whose exceptions have a type of their own.
        var options = new BlittableTextOptions
        {
            Compression = compression,
            OpenZstandard = stream => new FaultyStream(stream, new ArithmeticException("frame")),
        };
        var text = Encoding.UTF8.GetBytes(string.Join('\n', Enumerable.Range(0, 3000).Select(i => $$"""{"a":{{i * 7919}}}""")));
        var sound = compression == BlittableTextCompression.Brotli ? Compress(text, stream => new BrotliStream(stream, CompressionLevel.Fastest))
            : Compress(text, stream => new GZipStream(stream, CompressionLevel.Fastest));
        for (var length = sound.Length - 1; length > 4; length -= length > sound.Length - 20 ? 1 : sound.Length / 40)
        {
            // A cut off text can be one that ends within a document, too.
            await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync(sound[..length], options));

            // Some changes are values of other digits, which is no fault, or of other characters, which is one of JSON.
            var damaged = sound.ToArray();
            damaged[length] ^= 0x5A;
            try
            {
                await TextStreamTests.ReadAsync(damaged, options);
            }
            catch (BlittableException)
            {
            }
        }
    }

    [Theory]
    [InlineData(BlittableTextCompression.Gzip)]
    [InlineData(BlittableTextCompression.Brotli)]
    public async Task A_stream_that_is_cut_off_after_a_document_is_refused(BlittableTextCompression compression)
    {
        // All documents are in the bytes before the cut.
        using var output = new MemoryStream();
        using (Stream stream = compression == BlittableTextCompression.Gzip ? new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true) : new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true))
        {
            await stream.WriteAsync("1\n2\n"u8.ToArray(), TestContext.Current.CancellationToken);
            await stream.FlushAsync(TestContext.Current.CancellationToken);
        }

        var sound = output.ToArray();
        var options = new BlittableTextOptions { Compression = compression };
        Assert.Equal(["1", "2"], await TextStreamTests.ReadAsync(sound, options));
        for (var length = 1; length < sound.Length; length++)
        {
            var fault = await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync(sound[..length], options));
            Assert.Equal(BlittableErrorCode.InvalidData, fault.Code);
            Assert.Contains("truncated", fault.Message, StringComparison.Ordinal);
        }

        for (var piece = 1; piece < 30; piece++)
        {
            using var converter = new BlittableConverter();
            var count = 0;
            await foreach (var document in converter.ConvertTextsAsync(new PiecemealStream([.. sound, .. compression == BlittableTextCompression.Gzip ? sound : []], piece), options, TestContext.Current.CancellationToken))
            {
                count += document.Length > 0 ? 1 : 0;
            }

            Assert.Equal(compression == BlittableTextCompression.Gzip ? 4 : 2, count);
        }
    }

    [Theory]
    [InlineData(300, 1000)]
    [InlineData(2000, 3)]
    public async Task A_truncated_gzip_stream_provides_no_other_documents(int documents, int length)
    {
        // Repeated text compresses to few bytes, so that bytes of a decompressor that are not in the file would represent many documents.
        var lines = Enumerable.Range(0, documents).Select(id => $$"""{"id":{{id}},"t":"{{new string('y', length)}}"}""").ToList();
        var gzip = Compress(Encoding.UTF8.GetBytes(string.Join('\n', lines)), stream => new GZipStream(stream, CompressionLevel.Optimal));
        for (var cut = gzip.Length - 1; cut > 0; cut -= Math.Max(1, gzip.Length / 500))
        {
            using var converter = new BlittableConverter();
            List<string> found = [];
            var fault = await Assert.ThrowsAsync<BlittableException>(async () =>
            {
                await foreach (var document in converter.ConvertTextsAsync(new MemoryStream(gzip[..cut]), new BlittableTextOptions { Compression = BlittableTextCompression.Gzip }, TestContext.Current.CancellationToken))
                {
                    found.Add(BlittableValue.Open(document.Span).ToJson());
                }
            });

            Assert.Contains("truncated", fault.Message, StringComparison.Ordinal);
            Assert.Equal(lines.Take(found.Count), found);
        }
    }

    [Theory]
    [InlineData(BlittableTextCompression.Auto)]
    [InlineData(BlittableTextCompression.Gzip)]
    [InlineData(BlittableTextCompression.Brotli)]
    public async Task A_compressed_stream_is_read_up_to_its_limit(BlittableTextCompression compression)
    {
        var plain = Encoding.UTF8.GetBytes($"\"{new string('a', 10_000_000)}\"");
        var bytes = Compress(plain, stream => compression == BlittableTextCompression.Brotli
            ? new BrotliStream(stream, CompressionLevel.Fastest)
            : new GZipStream(stream, CompressionLevel.Fastest));
        var options = new BlittableTextOptions { Compression = compression, MaxDecompressedBytes = plain.Length };
        Assert.Single(await TextStreamTests.ReadAsync(bytes, options));
        Assert.Single(await TextStreamTests.ReadAsync(plain, new BlittableTextOptions { MaxDecompressedBytes = 1 }));
        foreach (var limit in new[] { 0, 1, 10_000, plain.Length - 1 })
        {
            var fault = await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync(bytes, options with { MaxDecompressedBytes = limit }));
            Assert.Equal(BlittableErrorCode.InputTooLarge, fault.Code);
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => options with { MaxDecompressedBytes = -1 });
    }

    [Fact]
    public async Task A_fault_of_the_stream_below_a_compression_is_no_damage()
    {
        var gzip = Compress(Encoding.UTF8.GetBytes(string.Join('\n', Enumerable.Range(0, 30_000).Select(i => i * 7919))), stream => new GZipStream(stream, CompressionLevel.Fastest));
        foreach (var fault in (Exception[])[new IOException("disk"), new InvalidOperationException("closed"), new OperationCanceledException()])
        {
            using var converter = new BlittableConverter();
            var documents = converter.ConvertTextsAsync(new FaultyStream(new MemoryStream(gzip), fault), null, TestContext.Current.CancellationToken);
            Assert.Same(fault, await Record.ExceptionAsync(async () =>
            {
                await foreach (var document in documents)
                {
                    Assert.False(document.IsEmpty);
                }
            }));
        }
    }

    [Fact]
    public async Task A_second_stream_after_a_compressed_stream_is_refused_or_read()
    {
        var brotli = Compress("1\n"u8.ToArray(), stream => new BrotliStream(stream, CompressionLevel.Fastest));
        var gzip = Compress("1\n"u8.ToArray(), stream => new GZipStream(stream, CompressionLevel.Fastest));

        Assert.Equal(["1", "1"], await TextStreamTests.ReadAsync([.. gzip, .. gzip]));
        Assert.Equal(["1"], await TextStreamTests.ReadAsync(brotli, new BlittableTextOptions { Compression = BlittableTextCompression.Brotli }));
        await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync([.. brotli, .. brotli], new BlittableTextOptions { Compression = BlittableTextCompression.Brotli }));
        await Assert.ThrowsAsync<BlittableException>(() => TextStreamTests.ReadAsync([.. brotli, 0], new BlittableTextOptions { Compression = BlittableTextCompression.Brotli }));
    }

    private static byte[] Compress(byte[] bytes, Func<Stream, Stream> open)
    {
        using var output = new MemoryStream();
        using (var stream = open(output))
        {
            stream.Write(bytes);
        }

        return output.ToArray();
    }
}
