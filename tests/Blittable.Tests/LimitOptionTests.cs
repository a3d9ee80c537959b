using System.Buffers;
using System.IO.Compression;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Tests;

/// <summary>Every option that is a limit is honored by every entry that it applies to: what exceeds it is refused, and what reaches it is accepted.</summary>
public sealed class LimitOptionTests
{
    private const int MaxDepth = 5;

    private const int Count = 70_000;

    private static readonly string s_repeated = $"[{string.Join(',', Enumerable.Repeat("\"shipped\"", Count))}]";

    /// <summary>Entries with <see cref="BlittableOptions.MaxDepth"/>. Each receives a text.</summary>
    private static Dictionary<string, Func<string, BlittableOptions, Task>> Writers { get; } = new()
    {
        ["converter"] = (json, options) => Use(new BlittableConverter(options), converter => converter.Convert(Utf8(json))),
        ["converter of characters"] = (json, options) => Use(new BlittableConverter(options), converter => converter.Convert(json.AsSpan())),
        ["converter of segments"] = (json, options) => Use(new BlittableConverter(options), converter => converter.Convert(new ReadOnlySequence<byte>(Utf8(json)))),
        ["converter of a stream"] = async (json, options) =>
        {
            using var converter = new BlittableConverter(options);
            await converter.ConvertAsync(new MemoryStream(Utf8(json)), Stream.Null);
        },
        ["lines"] = async (json, options) =>
        {
            using var converter = new BlittableConverter(options);
            await foreach (var _ in converter.ConvertLinesAsync(new MemoryStream(Utf8(json))))
            {
            }
        },
        ["texts"] = async (json, options) =>
        {
            using var converter = new BlittableConverter(options);
            await foreach (var _ in converter.ConvertTextsAsync(new MemoryStream(Utf8(json)), new BlittableTextOptions { AllowTrailingCommas = true, SplitArrays = false, Format = BlittableTextFormat.Concatenated }))
            {
            }
        },
        ["Parse"] = (json, options) => Use(BlittableDocument.Parse(json, options)),
        ["Parse of bytes"] = (json, options) => Use(BlittableDocument.Parse(Utf8(json), options)),
        ["ParseAsync of a stream"] = async (json, options) => await Use(await BlittableDocument.ParseAsync(new MemoryStream(Utf8(json)), options)),
        ["ParseAsync of a pipe"] = async (json, options) => await Use(await BlittableDocument.ParseAsync(PipeReader.Create(new MemoryStream(Utf8(json))), options)),
        ["From an element"] = (json, options) => Use(BlittableDocument.From(JsonDocument.Parse(json).RootElement, options)),
        ["From a node"] = (json, options) => Use(BlittableDocument.From(JsonNode.Parse(json), options)),
        ["JsonSerializer"] = (json, options) =>
        {
            var serializer = new JsonSerializerOptions { Converters = { new BlittableDocumentJsonConverter(options) } };
            return Use(Unwrapped(() => JsonSerializer.Deserialize<BlittableDocument>(json, serializer)!));
        },
        ["MessagePack"] = (json, options) => Use(BlittableMessagePack.ToDocument(Packed(json), options)),
        ["MessagePack converter"] = (json, options) => Use(new BlittableMessagePack(options), converter => converter.Convert(new ReadOnlySequence<byte>(Packed(json)), out _)),
        ["builder"] = (json, options) => Use(new BlittableBuilder(options), builder => builder.WriteValue(BlittableDocument.Parse(json).Root)),
        ["builder of containers"] = (json, options) => Use(new BlittableBuilder(options), builder =>
        {
            for (var level = 0; level < json.IndexOf('1', StringComparison.Ordinal); level++)
            {
                builder.WriteStartArray();
            }
        }),
        ["Set"] = (json, options) => Use(Editor(options), editor => editor.Set("$", Utf8(json))),
        ["Set below the root"] = (json, options) => Use(Editor(options), editor => editor.Set("$[0]", Utf8(json[1..^1]))),
        ["Set with parents"] = (json, options) => Use(Editor(options), editor => editor.Set("$[0]", BlittableDocument.Parse(json[1..^1]).Root, createParents: true)),
        ["SetAll"] = (json, options) => Use(Editor(options), editor => editor.SetAll(BlittableJsonPath.Parse("$[0]"), Utf8(json[1..^1]))),
        ["Append"] = (json, options) => Use(Editor(options), editor => editor.Append("$", BlittableDocument.Parse(json[1..^1]).Root)),
        ["patch"] = (json, options) => Use(Editor(options), editor => editor.ApplyPatch(BlittableDocument.Parse($$"""[{"op":"add","path":"/0","value":{{json[1..^1]}}}]""").Root)),
        ["merge patch"] = (json, options) => Use(Editor(options), editor => editor.ApplyMergePatch(BlittableDocument.Parse(json).Root)),
        ["patch of a document"] = (json, options) =>
        {
            using var patch = BlittablePatch.Parse(Utf8($$"""[{"op":"replace","path":"","value":{{json}}}]"""));
            using var document = BlittableDocument.Parse("[0]");
            return Use(patch.ApplyTo(document, options));
        },
        ["HTTP content"] = async (json, options) =>
        {
            using var content = new StringContent(json);
            await Use(await content.ReadAsBlittableAsync(options));
        },
    };

    private static Dictionary<string, Func<string, BlittableOptions, Task>> Readers { get; } = new()
    {
        ["Deserialize of bytes"] = (json, options) => Read(BlittableSerializer.Deserialize<List<string>>(Stored(json), options)),
        ["Deserialize of a value"] = (json, options) => Read(BlittableSerializer.Deserialize<List<string>>(BlittableValue.Open(Stored(json)), options)),
        ["Deserialize of segments"] = (json, options) => Read(BlittableSerializer.Deserialize<List<string>>(new ReadOnlySequence<byte>(Stored(json)), options)),
        ["Deserialize of a stream"] = async (json, options) => await Read(await BlittableSerializer.DeserializeAsync<List<string>>(new MemoryStream(Stored(json)), options)),
        ["Deserialize of a pipe"] = async (json, options) => await Read(await BlittableSerializer.DeserializeAsync<List<string>>(PipeReader.Create(new MemoryStream(Stored(json))), options)),
        ["Deserialize of frames"] = async (json, options) =>
        {
            var stored = Stored(json);
            await foreach (var list in BlittableSerializer.DeserializeAsyncEnumerable<List<string>>(new MemoryStream([(byte)stored.Length, .. stored]), options))
            {
                await Read(list);
            }
        },
        ["Populate"] = (json, options) =>
        {
            List<string> target = [];
            BlittableSerializer.Populate(target, BlittableValue.Open(Stored(json)), options);
            return Read(target);
        },
        ["HTTP content"] = async (json, options) =>
        {
            using var content = new ByteArrayContent(Stored(json));
            using var other = new BlittableContent(BlittableDocument.Open(Stored(json)), asJson: false);
            content.Headers.ContentType = other.Headers.ContentType;
            using var document = await content.ReadAsBlittableAsync(options);
            Assert.Equal(json, document.Root.ToJson());
        },
    };

    private static Dictionary<string, Func<BlittableDocument, BlittableJsonOptions, Task>> Renderings { get; } = new()
    {
        ["ToJson"] = (document, options) => Done(document.Root.ToJson(options)),
        ["WriteJson"] = (document, options) =>
        {
            document.Root.WriteJson(new ArrayBufferWriter<byte>(), options);
            return Task.CompletedTask;
        },
        ["WriteJson to a stream"] = (document, options) =>
        {
            document.Root.WriteJson(Stream.Null, options);
            return Task.CompletedTask;
        },
        ["WriteJsonAsync to a stream"] = (document, options) => document.WriteJsonAsync(Stream.Null, options),
        ["WriteJsonAsync to a pipe"] = (document, options) => document.WriteJsonAsync(PipeWriter.Create(Stream.Null), options),
    };

    /// <summary>For each limit, the test of its entries.</summary>
    private static Dictionary<string, Func<Task>> Limits { get; } = new()
    {
        ["BlittableOptions.MaxDepth"] = () => CheckDepth(),
        ["BlittableOptions.MaxExpandedBytes"] = () => CheckReaders(),
        ["BlittableJsonOptions.MaxExpandedBytes"] = () => CheckRenderings(),
        ["BlittableMessagePackOptions.MaxExpandedBytes"] = () => CheckPacking(),
        ["BlittableTextOptions.MaxDecompressedBytes"] = () => CheckDecompression(),
        ["BlittableTrainingOptions.MaxShapes"] = () => CheckTraining(),
        ["BlittableTrainingOptions.MaxStrings"] = () => CheckTraining(),
    };

    public static TheoryData<string> LimitNames => [.. Limits.Keys];

    [Fact]
    public void Each_option_that_is_a_limit_has_a_test_of_its_entries()
    {
        var limits = typeof(BlittableOptions).Assembly.GetExportedTypes().Where(type => type.Name.EndsWith("Options", StringComparison.Ordinal))
            .SelectMany(type => type.GetProperties().Where(property => property.Name.StartsWith("Max", StringComparison.Ordinal)).Select(property => $"{type.Name}.{property.Name}"));
        Assert.Equal(Limits.Keys.Order(StringComparer.Ordinal), limits.Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(LimitNames))]
    public Task A_limit_is_honored_by_every_entry(string limit) => Limits[limit]();

    private static async Task CheckDepth()
    {
        foreach (var (name, write) in Writers)
        {
            foreach (var mode in Enum.GetValues<BlittableMode>())
            {
                var options = new BlittableOptions { Mode = mode, MaxDepth = MaxDepth };
                Assert.True(await Record.ExceptionAsync(() => write(Nested(MaxDepth), options)) is null, name);
                var fault = await Record.ExceptionAsync(() => write(Nested(MaxDepth + 1), options));
                Assert.True(fault is BlittableException { Code: BlittableErrorCode.TooDeep }, $"{name}: {fault}");
            }
        }
    }

    private static async Task CheckReaders()
    {
        foreach (var (name, read) in Readers)
        {
            var fault = await Record.ExceptionAsync(() => read(s_repeated, new BlittableOptions { MaxExpandedBytes = 100_000 }));
            Assert.True(fault is BlittableException { Code: BlittableErrorCode.ExpansionTooLarge }, $"{name}: {fault}");
            Assert.True(await Record.ExceptionAsync(() => read(s_repeated, new BlittableOptions { MaxExpandedBytes = 1 << 20 })) is null, name);
        }
    }

    private static async Task CheckRenderings()
    {
        foreach (var json in new[] { s_repeated, "[1,2.5,\"text\"]" })
        {
            using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
            using var opened = BlittableDocument.Open(document.Bytes);
            foreach (var (name, render) in Renderings)
            {
                foreach (var target in new[] { document, opened })
                {
                    Assert.True(await Record.ExceptionAsync(() => render(target, new BlittableJsonOptions { MaxExpandedBytes = json.Length })) is null, name);
                    var fault = await Record.ExceptionAsync(() => render(target, new BlittableJsonOptions { MaxExpandedBytes = json.Length - 1 }));
                    Assert.True(fault is BlittableException { Code: BlittableErrorCode.ExpansionTooLarge }, $"{name} of {json.Length} bytes: {fault}");
                }
            }
        }
    }

    private static Task CheckPacking()
    {
        foreach (var json in new[] { s_repeated, "[1,2.5,\"text\"]" })
        {
            using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
            var length = BlittableMessagePack.ToArray(document.Root).Length;
            foreach (var write in (Action<BlittableMessagePackOptions>[])
            [
                format => BlittableMessagePack.ToArray(document.Root, format), format => BlittableMessagePack.Write(document.Root, new ArrayBufferWriter<byte>(), format),
            ])
            {
                write(new BlittableMessagePackOptions { MaxExpandedBytes = length });
                Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => write(new BlittableMessagePackOptions { MaxExpandedBytes = length - 1 })).Code);
            }
        }

        return Task.CompletedTask;
    }

    private static async Task CheckDecompression()
    {
        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(Utf8(s_repeated));
        }

        foreach (var read in (Func<BlittableTextOptions, Task>[])[ReadTexts, ConvertTexts])
        {
            await read(new BlittableTextOptions { MaxDecompressedBytes = s_repeated.Length, SplitArrays = false });
            var fault = await Assert.ThrowsAsync<BlittableException>(() => read(new BlittableTextOptions { MaxDecompressedBytes = s_repeated.Length - 1, SplitArrays = false }));
            Assert.Equal(BlittableErrorCode.InputTooLarge, fault.Code);
        }

        async Task ReadTexts(BlittableTextOptions options)
        {
            await foreach (var _ in BlittableTexts.ReadAsync(new MemoryStream(compressed.ToArray()), options))
            {
            }
        }

        async Task ConvertTexts(BlittableTextOptions options)
        {
            using var converter = new BlittableConverter();
            await foreach (var _ in converter.ConvertTextsAsync(new MemoryStream(compressed.ToArray()), options))
            {
            }
        }
    }

    private static Task CheckTraining()
    {
        var texts = Enumerable.Range(0, 200).Select(i => (ReadOnlyMemory<byte>)Utf8($$"""{"name {{i % 20}}":"a frequent text {{i % 20}}"}""")).ToList();
        foreach (var most in new[] { 0, 1, 7, 20 })
        {
            var options = new BlittableTrainingOptions { MaxShapes = most, MaxStrings = most, FrequentStrings = true, SymbolTable = false };
            var trained = BlittableDictionary.Train(texts, options);
            var retrained = new BlittableDictionary();
            retrained.Retrain(texts, options);
            Assert.Equal((most, most), (trained.ShapeCount, trained.StringCount));
            Assert.Equal((most, most), (retrained.ShapeCount, retrained.StringCount));
        }

        return Task.CompletedTask;
    }

    private static string Nested(int depth) => $"{new string('[', depth)}1{new string(']', depth)}";

    private static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Packed(string json)
    {
        using var document = BlittableDocument.Parse(json);
        return BlittableMessagePack.ToArray(document.Root);
    }

    private static byte[] Stored(string json)
    {
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        return document.Bytes.ToArray();
    }

    private static BlittableEditor Editor(BlittableOptions options)
    {
        using var document = BlittableDocument.Parse("[0]");
        return new BlittableEditor(document, options);
    }

    private static T Unwrapped<T>(Func<T> call)
    {
        try
        {
            return call();
        }
        catch (JsonException fault) when (fault.InnerException is BlittableException inner)
        {
            throw inner;
        }
    }

    private static Task Use<T>(T used, Action<T>? call = null)
        where T : IDisposable
    {
        using (used)
        {
            call?.Invoke(used);
        }

        return Task.CompletedTask;
    }

    private static Task Read(List<string>? list)
    {
        Assert.Equal(Count, list?.Count);
        return Task.CompletedTask;
    }

    private static Task Done(string json)
    {
        Assert.NotEmpty(json);
        return Task.CompletedTask;
    }
}
