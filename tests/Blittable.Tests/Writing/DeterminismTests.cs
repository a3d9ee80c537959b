using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Tests.Json;

namespace Blittable.Tests.Writing;

/// <summary>The written bytes do not depend on earlier documents: every history gives the bytes of a new writer.</summary>
public sealed class DeterminismTests
{
    private static readonly byte[][] Texts = [.. Documents().Select(Encoding.UTF8.GetBytes)];

    private static readonly BlittableJsonOptions Unlimited = new() { MaxExpandedBytes = long.MaxValue };

    public static TheoryData<string> Names => [.. Kinds.Keys];

    public static TheoryData<string> MainNames => ["memory", "balanced", "smallest"];

    private static readonly Dictionary<string, BlittableOptions> Kinds = new()
    {
        ["memory"] = new(),
        ["fastest"] = BlittableOptions.Fastest,
        ["balanced"] = BlittableOptions.Balanced,
        ["smallest"] = BlittableOptions.Smallest,
        ["general"] = BlittableOptions.Balanced with { StringCompression = StringCompression.General },
        ["raw"] = BlittableOptions.Balanced with { StringCompression = StringCompression.None },
        ["without starts"] = BlittableOptions.Balanced with { ShareStarts = false },
        ["without shared values"] = BlittableOptions.Balanced with { ShareValues = false },
        ["dictionary"] = BlittableOptions.Smallest with { Dictionary = Trained() },
    };

    [Theory]
    [MemberData(nameof(Names))]
    public void A_converter_writes_the_same_bytes_after_any_history(string kind)
    {
        var options = Kinds[kind];
        RequireEqual(
            () => new BlittableConverter(options),
            static (converter, text) => converter.Convert(text).ToArray(),
            Texts);
        AssertParsed(options);
    }

    [Theory]
    [MemberData(nameof(MainNames))]
    public void The_MessagePack_reader_writes_the_same_bytes_after_any_history(string kind)
    {
        var options = Kinds[kind];
        RequireEqual(
            () => new BlittableMessagePack(options),
            static (converter, text) => converter.Convert(text).ToArray(),
            [.. Texts.Select(ToMessagePack).OfType<byte[]>()]);
    }

    [Theory]
    [MemberData(nameof(MainNames))]
    public void A_builder_writes_the_same_bytes_after_any_history(string kind)
    {
        var options = Kinds[kind];
        RequireEqual(() => new BlittableBuilder(options), Build, Texts);
    }

    /// <summary>Only small documents of a reused converter may depend on earlier documents, and only with the option for it.</summary>
    [Fact]
    public void Learning_across_documents_changes_no_text_and_no_parsed_or_large_document()
    {
        var options = BlittableOptions.Balanced with { LearnAcrossDocuments = true };
        using var learning = new BlittableConverter(options);
        using var plain = new BlittableConverter(BlittableOptions.Balanced);
        var differences = 0;
        for (var round = 0; round < 3; round++)
        {
            foreach (var text in Texts)
            {
                var bytes = learning.Convert(text).ToArray();
                var isEqual = bytes.AsSpan().SequenceEqual(plain.Convert(text));
                differences += isEqual ? 0 : 1;
                Assert.True(isEqual || text.Length <= 1 << 14);
                Assert.Equal(Compact(text), BlittableValue.Open(bytes).ToJson(Unlimited));
                using var parsed = BlittableDocument.Parse(text, options);
                Assert.True(parsed.Bytes.Span.SequenceEqual(plain.Convert(text)));
            }
        }

        Assert.NotEqual(0, differences);
    }

    [Theory]
    [InlineData("balanced")]
    [InlineData("smallest")]
    public void The_position_of_the_output_in_memory_does_not_matter(string kind)
    {
        // Strings are encoded while the output moves to a larger buffer, at any address that the garbage collector chooses.
        var text = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Range(0, 3000).Select(i => $"\"Grüße aus Köln, Straße {i}\"")) + "]");
        var messagePack = ToMessagePack(text)!;
        using var first = new BlittableMessagePack(Kinds[kind]);
        var expected = first.Convert(messagePack).ToArray();
        var random = new Random(6);
        var kept = new List<byte[]>();
        for (var i = 0; i < 200; i++)
        {
            kept.Add(GC.AllocateArray<byte>(random.Next(1 << 17), pinned: true));
            if (kept.Count > 40)
            {
                kept.RemoveAt(random.Next(kept.Count));
                kept.RemoveAt(random.Next(kept.Count));
                GC.Collect(random.Next(3));
            }

            using var other = new BlittableMessagePack(Kinds[kind]);
            Assert.True(expected.AsSpan().SequenceEqual(other.Convert(messagePack)), $"Conversion {i} gave other bytes.");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Training_gives_the_same_dictionary_every_time(bool withStrings)
    {
        var options = new BlittableTrainingOptions { FrequentStrings = withStrings, SymbolTable = true };
        var documents = Texts.Select(text => (ReadOnlyMemory<byte>)text).ToArray();
        var first = BlittableDictionary.Train(documents, options);
        var second = BlittableDictionary.Train(documents, options);

        Assert.NotEqual(0, first.Version);
        Assert.Equal(first.Id, second.Id);
        Assert.Equal(first.Save(), second.Save());
        Assert.NotEqual(first.Id, BlittableDictionary.Train(documents.Concat(Enumerable.Repeat((ReadOnlyMemory<byte>)"""{"other":1}"""u8.ToArray(), 20)), options).Id);
    }

    [Fact]
    public void Two_processes_train_the_same_dictionary()
    {
        // The expected identity was computed in another process.
        var documents = Enumerable.Range(0, 100).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes($$"""{"id":{{i}},"status":"{{(i % 3 == 0 ? "shipped" : "returned")}}"}"""));
        var dictionary = BlittableDictionary.Train(documents, new BlittableTrainingOptions { FrequentStrings = true, SymbolTable = true });

        Assert.Equal("3555811f-959e-321d-618a-b6e45ca3d484", dictionary.Id.ToString());
    }

    private static void AssertParsed(BlittableOptions options)
    {
        foreach (var text in Texts)
        {
            using var converter = new BlittableConverter(options);
            using var document = BlittableDocument.Parse(text, options);
            Assert.True(document.Bytes.Span.SequenceEqual(converter.Convert(text)));
            Assert.Equal(Compact(text), document.Root.ToJson(Unlimited));
        }
    }

    /// <summary>Asserts that a writer gives each input the bytes of a new writer, in several orders.</summary>
    private static void RequireEqual<T>(Func<T> create, Func<T, byte[], byte[]> write, byte[][] inputs)
        where T : IDisposable
    {
        var expected = new byte[inputs.Length][];
        for (var i = 0; i < inputs.Length; i++)
        {
            using var fresh = create();
            expected[i] = write(fresh, inputs[i]);
        }

        using var used = create();
        var random = new Random(10);
        var order = Enumerable.Range(0, inputs.Length).ToArray();
        for (var round = 0; round < 3; round++)
        {
            random.Shuffle(order);
            foreach (var i in order)
            {
                if (!write(used, inputs[i]).AsSpan().SequenceEqual(expected[i]))
                {
                    Assert.Fail($"Document {i} ({Encoding.UTF8.GetString(inputs[i].AsSpan(0, Math.Min(60, inputs[i].Length)))}) has other bytes after others.");
                }
            }
        }
    }

    /// <summary>Converts a document to MessagePack, or returns null if one of its numbers has no MessagePack form.</summary>
    private static byte[]? ToMessagePack(byte[] text)
    {
        using var document = BlittableDocument.Parse(text);
        try
        {
            return BlittableMessagePack.ToArray(document.Root);
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NumberOutOfRange)
        {
            return null;
        }
    }

    private static byte[] Build(BlittableBuilder builder, byte[] text)
    {
        builder.Reset();
        var reader = new Utf8JsonReader(text, new JsonReaderOptions { MaxDepth = 512 });
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                    builder.WriteStartObject();
                    break;
                case JsonTokenType.EndObject:
                    builder.WriteEndObject();
                    break;
                case JsonTokenType.StartArray:
                    builder.WriteStartArray();
                    break;
                case JsonTokenType.EndArray:
                    builder.WriteEndArray();
                    break;
                case JsonTokenType.PropertyName:
                    builder.WritePropertyName(reader.GetString()!);
                    break;
                case JsonTokenType.String:
                    builder.WriteString(reader.GetString()!);
                    break;
                case JsonTokenType.Number when reader.TryGetInt64(out var integer):
                    builder.WriteNumber(integer);
                    break;
                case JsonTokenType.Number:
                    builder.WriteNumber(reader.GetDouble());
                    break;
                case JsonTokenType.Null:
                    builder.WriteNull();
                    break;
                default:
                    builder.WriteBoolean(reader.GetBoolean());
                    break;
            }
        }

        return builder.Finish().ToArray();
    }

    private static BlittableDictionary Trained() => BlittableDictionary.Train(
        Documents().Where((_, i) => i % 2 == 0).Select(text => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(text)),
        new BlittableTrainingOptions { FrequentStrings = true, SymbolTable = true });

    private static string Compact(byte[] text)
    {
        using var document = BlittableDocument.Parse(text);
        return document.Root.ToJson(Unlimited);
    }

    /// <summary>Documents that differ in all that a writer could remember: names, shapes, repeated and compressible strings, numbers, depth, size.</summary>
    private static IEnumerable<string> Documents()
    {
        var random = new RandomJson(4);
        for (var i = 0; i < 60; i++)
        {
            yield return random.Next().Text;
        }

        const string sentence = "A sentence that stands in a document twice, and is long enough to be worth a reference.";
        for (var i = 0; i < 40; i++)
        {
            yield return $$"""{"first":"{{sentence}}","second":"{{sentence}}","id":1{{i}}00.25,"again":1{{i}}00.25}""";
            yield return $$"""{"first":"{{Code(i)}}","second":"{{Code(i + 5000)}}","id":1{{i}}11.5,"again":1{{i}}22.25}""";
        }

        // Many names in a short text, in few shapes or many, and in objects that are too wide for a shape.
        yield return Objects(9000, 1, i => $"\"n{i}\":{i}");
        yield return Objects(4000, 3, i => $"\"n{i}\":\"text of {i % 7}\"");
        yield return Objects(30, 513, i => $"\"w{i}\":{i}");
        yield return Objects(30, 600, i => $"\"w{i % 600}\":\"{sentence}\"");
        yield return Objects(20_000, 1, i => $"\"id\":{i},\"n{i % 5}\":\"{sentence[(i % 50)..]}\"");

        // Many shapes in a long text: all of them are kept up to the limit, and none beyond it.
        yield return Objects(9000, 1, i => $"\"n{i}\":\"{Code(i)}\"");
        yield return Objects(70_000, 1, i => $"\"m{i}\":\"{Code(i % 100)[..40]}\"");

        yield return "[" + string.Join(',', Enumerable.Range(0, 3000).Select(i => $"\"one thousand nine hundred and {i * 37 % 1000}\"")) + "]";
        yield return "[" + string.Join(',', Enumerable.Range(0, 3000).Select(i => $"\"Grüße aus {(i % 2 == 0 ? "Österreich" : "Köln")}, Straße {i}\"")) + "]";
        yield return "[" + string.Join(',', Enumerable.Range(0, 20_000).Select(i => (i * 0.25).ToString(CultureInfo.InvariantCulture))) + "]";
        yield return string.Concat(Enumerable.Repeat("{\"deep\":[", 200)) + "1" + string.Concat(Enumerable.Repeat("]}", 200));
        yield return $"[\"{new string('x', 200_000)}\",\"{string.Concat(Enumerable.Repeat(sentence, 1000))}\"]";
    }

    /// <summary>Returns an array of objects with the given number of properties each.</summary>
    private static string Objects(int count, int width, Func<int, string> property)
    {
        var json = new StringBuilder("[");
        for (var i = 0; i < count * width; i++)
        {
            json.Append(i % width == 0 ? (i == 0 ? "{" : "},{") : ",").Append(property(i));
        }

        return json.Append("}]").ToString();
    }

    private static string Code(int i) => string.Concat(Enumerable.Range(i * 8, 8).Select(n => $"{n * 7919 % 10007:X4}.K"));
}
