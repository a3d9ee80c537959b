using System.Buffers;
using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Tests.Json;
using ZstdSharp;

namespace Blittable.Fuzz.Targets;

/// <summary>
/// Streams of JSON texts in every format, encoding and compression: the documents are those of a naive splitter, and what it refuses is refused. The first three bytes
/// of an input are the format with its options, the compression, and the bytes of a read.
/// </summary>
internal sealed class TextSequenceTarget : FuzzTarget
{
    private const int HeadLength = 3, Formats = 6, MaxDepth = 512, MaxPlain = 1 << 20;

    /// <summary>The options in the first byte, above the format.</summary>
    private const int WholeArrays = 8, Comments = 16, Commas = 32;

    private static readonly byte[] Sentinel = "the end of all that was compressed"u8.ToArray();

    private static readonly Encoding[] Encodings = [new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, new UTF32Encoding(bigEndian: true, byteOrderMark: true)];

    private static readonly BlittableConverter Converter = new(new BlittableOptions { MaxDepth = MaxDepth });

    private enum Compression
    {
        None,
        Gzip,
        Brotli,
        Zstandard,
    }

    public override string Name => "text-sequences";

    public override long MaxAllocated => 128 << 20;

    public override byte[] Make(FuzzRandom random)
    {
        var format = (BlittableTextFormat)random.Next(Formats);
        var text = Encoding.UTF8.GetBytes(Text(random, format == BlittableTextFormat.Auto ? (BlittableTextFormat)random.Next(1, Formats) : format));
        text = random.OneIn(3) ? ByteMutator.Mutate(random, text, "\n[]{},\"\u001e//*"u8) : text;
        text = Encode(random, text);
        var compression = random.OneIn(2) ? Compression.None : (Compression)random.Next(4);
        var bytes = Compress(text, compression);
        bytes = random.OneIn(compression == Compression.None ? 12 : 3) ? ByteMutator.Mutate(random, bytes, text) : bytes;
        var options = (random.OneIn(4) ? WholeArrays : 0) | (random.OneIn(4) ? Comments : 0) | (random.OneIn(4) ? Commas : 0);
        return [(byte)((int)format | options), (byte)compression, random.OneIn(2) ? (byte)0 : (byte)random.Next(1, 40), .. bytes.AsSpan(0, Math.Min(bytes.Length, MaxInput - HeadLength))];
    }

    public override string Run(Memory<byte> input)
    {
        if (input.Length < HeadLength)
        {
            return "no head";
        }

        var head = input.Span[..HeadLength];
        var compression = (Compression)(head[1] % 4);
        var options = new BlittableTextOptions
        {
            Format = (BlittableTextFormat)((head[0] & 7) % Formats),
            SplitArrays = (head[0] & WholeArrays) == 0,
            Compression = (BlittableTextCompression)(compression == Compression.None ? BlittableTextCompression.None : BlittableTextCompression.None + (int)compression),
            OpenZstandard = stream => new DecompressionStream(stream, leaveOpen: true),
        };

        // Comments and commas between texts have no counterpart in System.Text.Json.
        var isTolerant = options.Format is BlittableTextFormat.Single or BlittableTextFormat.Lines;
        options = options with { SkipComments = isTolerant && (head[0] & Comments) != 0, AllowTrailingCommas = isTolerant && (head[0] & Commas) != 0 };
        var bytes = input[HeadLength..].ToArray();
        var stream = new PiecemealStream(bytes, head[2] == 0 ? int.MaxValue : head[2]);
        if (Expect(bytes, compression, options, out var isValid) is not { } expected)
        {
            Read(stream, options, [], out _);
            return "not compared: texts after an array";
        }

        var isRead = Read(stream, options, expected, out var count);
        if (isRead != isValid || (isValid && count != expected.Count))
        {
            throw new FuzzFailure($"{options.Format}, {compression}: {count} documents were read and it was {(isRead ? "accepted" : "refused")}; {expected.Count} were expected, {(isValid ? "all" : "not all")}.");
        }

        return isValid ? "accepted" : "refused";
    }

    private static bool Read(Stream stream, BlittableTextOptions options, IReadOnlyList<JsonElement> expected, out int count)
    {
        count = 0;
        var documents = Converter.ConvertTextsAsync(stream, options).GetAsyncEnumerator();
        try
        {
            while (documents.MoveNextAsync().AsTask().GetAwaiter().GetResult())
            {
                using var document = BlittableDocument.Open(documents.Current);
                document.Validate();
                if (count < expected.Count)
                {
                    JsonComparison.Require(document.Root, expected[count]);
                }

                count++;
            }

            return true;
        }
        catch (BlittableException)
        {
            return false;
        }
        finally
        {
            documents.DisposeAsync().AsTask().GetAwaiter().GetResult();
        }
    }

    /// <returns>The documents up to the first fault; null if the format depends on the number of bytes that the first reads return.</returns>
    private static IReadOnlyList<JsonElement>? Expect(byte[] bytes, Compression compression, BlittableTextOptions options, out bool isValid)
    {
        isValid = false;
        var plain = Decompress(bytes, compression);
        var text = plain is null ? null : NaiveTexts.Decode(plain);
        if (text is not null && options is { Format: BlittableTextFormat.Auto, SplitArrays: true } && NaiveTexts.HasTextsAfterArray(text))
        {
            return null;
        }

        return text is null ? [] : NaiveTexts.Split(
            text,
            options,
            new JsonDocumentOptions
            {
                MaxDepth = MaxDepth,
                CommentHandling = options.SkipComments ? JsonCommentHandling.Skip : JsonCommentHandling.Disallow,
                AllowTrailingCommas = options.AllowTrailingCommas,
            },
            out isValid);
    }

    /// <summary>Decompresses all at once.</summary>
    /// <returns>The bytes; null if they are damaged.</returns>
    private static byte[]? Decompress(byte[] bytes, Compression compression)
    {
        try
        {
            // The streams of gzip and Brotli do not say whether they were cut off.
            var plain = compression switch
            {
                Compression.Gzip => ReadToEnd(new GZipStream(new MemoryStream([.. bytes, .. Compress(Sentinel, Compression.Gzip)]), CompressionMode.Decompress)),
                Compression.Brotli => Unbrotli(bytes),
                Compression.Zstandard => ReadToEnd(new DecompressionStream(new MemoryStream(bytes))),
                _ => bytes,
            };
            return compression != Compression.Gzip ? plain : plain.AsSpan().EndsWith(Sentinel) ? plain[..^Sentinel.Length] : null;
        }
        catch (Exception exception) when (exception is InvalidDataException or ZstdException or EndOfStreamException or InvalidOperationException)
        {
            return null;
        }
    }

    private static byte[] Unbrotli(byte[] bytes)
    {
        var plain = new byte[MaxPlain];
        using var decoder = default(BrotliDecoder);
        return decoder.Decompress(bytes, plain, out var read, out var written) == OperationStatus.Done && read == bytes.Length ? plain[..written] : throw new InvalidDataException();
    }

    private static byte[] ReadToEnd(Stream stream)
    {
        using var output = new MemoryStream();
        using (stream)
        {
            stream.CopyTo(output);
        }

        return output.ToArray();
    }

    private static byte[] Compress(byte[] text, Compression compression)
    {
        if (compression == Compression.None)
        {
            return text;
        }

        using var output = new MemoryStream();
        using (Stream stream = compression switch
        {
            Compression.Gzip => new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true),
            Compression.Brotli => new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true),
            _ => new CompressionStream(output, leaveOpen: true),
        })
        {
            stream.Write(text);
        }

        return output.ToArray();
    }

    private static byte[] Encode(FuzzRandom random, byte[] text)
    {
        if (random.OneIn(2))
        {
            return text;
        }

        // Bytes that are not UTF-8 become another text.
        var encoding = random.Pick<Encoding>(Encodings);
        var encoded = encoding is UTF8Encoding ? text : encoding.GetBytes(Encoding.UTF8.GetString(text));
        return random.OneIn(2) ? encoded : [.. encoding.Preamble, .. encoded];
    }

    /// <summary>Draws a text that is valid in a format, most of the time.</summary>
    private static string Text(FuzzRandom random, BlittableTextFormat format)
    {
        var count = random.Next(random.OneIn(4) ? 12 : 4);
        var documents = new string[format == BlittableTextFormat.Single ? 1 : count];
        for (var i = 0; i < documents.Length; i++)
        {
            documents[i] = Document(random, isOneLine: format == BlittableTextFormat.Lines);
        }

        return format switch
        {
            BlittableTextFormat.Single => documents[0],
            BlittableTextFormat.Lines => string.Concat(documents.Select((document, i) => $"{document}{(i == documents.Length - 1 && random.OneIn(2) ? "" : random.Pick<string>(["\n", "\r\n", " \n\n"]))}")),
            BlittableTextFormat.Array => $"{random.Pick<string>(["", " ", "\n"])}[{string.Join(random.Pick<string>([",", " ,\n"]), documents)}]{random.Pick<string>(["", "\n"])}",
            BlittableTextFormat.Sequence => string.Concat(documents.Select(document => $"\u001e{document}{random.Pick<string>(["\n", "", " \u001e"])}")),
            _ => string.Join(random.Pick<string>(["\n", " ", ""]), documents),
        };
    }

    private static string Document(FuzzRandom random, bool isOneLine) => random.Next(4) switch
    {
        0 => JsonTexts.Make(random),
        1 => random.Pick<string>(["1", "-0.5e3", "true", "null", "\"x\\\"]}\"", "[]", "{}"]),
        2 => isOneLine ? "{\"a\": 1}" : "{\n  \"a\" : [ 1,\n 2 ]\n}",
        _ => $$"""{"id":{{random.Next(1000)}},"text":"{{random.Pick<string>(["}]", "größer 💶", "\\\\", "//", "/*"])}}"}""",
    };
}
