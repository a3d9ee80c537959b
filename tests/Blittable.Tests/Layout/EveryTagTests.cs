using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

/// <summary>Documents that together contain every tag, read by every part of the library that decodes tags. A part that forgets a tag reads another value.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class EveryTagTests
{
    private static readonly BlittableDocument[] Documents = [.. Create()];

    [Fact]
    public void The_documents_contain_every_tag_of_a_value()
    {
        var found = new bool[256];
        foreach (var document in Documents)
        {
            Visit(document.Root, value => found[document.Bytes.Span[value.Address & int.MaxValue]] = true);
        }

        // Number texts of no byte and of one byte are never written. Elements are read through references, so references are not visited.
        int[] others = [Tag.ShortNumberText, Tag.ShortNumberText + 1, 0xBF, 0xCF, .. Enumerable.Range(Tag.Reference, 3), .. Enumerable.Range(Tag.ContinuedString + 1, 8)];
        var missing = Enumerable.Range(0, 256).Except(others).Where(tag => !found[tag]).Select(tag => tag.ToString("X2", CultureInfo.InvariantCulture));
        Assert.Equal("", string.Join(' ', missing));
    }

    [Fact]
    public void Every_document_is_valid_and_has_statistics() => Assert.All(Documents, document =>
    {
        document.Validate();
        Assert.Equal(1, document.GetStatistics().Documents);
    });

    [Fact]
    public void The_reader_and_the_enumerators_read_the_same_values() => Assert.All(Documents, document =>
    {
        var expected = new List<string>();
        Visit(document.Root, value => expected.Add(Describe(value)));

        var read = new List<string>();
        using var reader = new BlittableReader(document.Root);
        while (reader.Read())
        {
            if (reader.TokenType is not (BlittableTokenType.EndArray or BlittableTokenType.EndObject))
            {
                read.Add(Describe(reader.Value));
            }
        }

        Assert.Equal(expected, read);
    });

    [Fact]
    public void Children_are_found_by_index_and_by_name() => Assert.All(Documents, document => Visit(document.Root, value =>
    {
        var index = 0;
        if (value.Kind == BlittableValueKind.Array)
        {
            foreach (var element in value.EnumerateArray())
            {
                Assert.Equal(Describe(element), Describe(value[index++]));
            }

            Assert.Equal(value.Count, index);
        }
        else if (value.Kind == BlittableValueKind.Object)
        {
            foreach (var property in value.EnumerateObject())
            {
                index++;
                Assert.Equal(Describe(property.Value), Describe(value.GetProperty(property.NameUtf8)));
            }

            Assert.Equal(value.Count, index);
        }
    }));

    [Fact]
    public void Copies_are_equal_and_have_the_same_hash() => Assert.All(Documents, document =>
    {
        var root = document.Root;
        using var clone = root.Clone();
        var builder = new BlittableBuilder();
        builder.WriteValue(root);
        using var built = builder.ToDocument();
        foreach (var copy in (BlittableDocument[])[clone, built])
        {
            Assert.Equal(Json(root), Json(copy.Root));
            Assert.True(BlittableValue.DeepEquals(root, copy.Root));
            Assert.Equal(root.GetDeepHashCode(), copy.Root.GetDeepHashCode());
        }
    });

    [Fact]
    public void The_JSON_text_of_a_document_is_an_equal_document() => Assert.All(Documents.Where(document => document.GetStatistics().NotJsonValues == 0), document =>
    {
        var root = document.Root;
        using var parsed = BlittableDocument.Parse(root.ToJson(), new BlittableOptions { DetectDates = false });
        Assert.Equal(root.ToJson(), parsed.Root.ToJson());
        Assert.True(BlittableValue.DeepEquals(root, parsed.Root));
        Assert.Equal(root.GetDeepHashCode(), parsed.Root.GetDeepHashCode());
        Assert.Equal(root.ToJson(), BlittableSerializer.Deserialize<JsonElement>(root).GetRawText());
    });

    [Fact]
    public void MessagePack_returns_an_equal_document_or_refuses_its_numbers()
    {
        var compared = 0;
        foreach (var document in Documents)
        {
            byte[] bytes;
            try
            {
                bytes = BlittableMessagePack.ToArray(document.Root);
            }
            catch (BlittableException error) when (error.Code == BlittableErrorCode.NumberOutOfRange)
            {
                continue;
            }

            compared++;
            using var restored = BlittableMessagePack.ToDocument(bytes);
            Assert.True(BlittableValue.DeepEquals(document.Root, restored.Root), Json(document.Root));
        }

        Assert.InRange(compared, 50, Documents.Length);
    }

    private delegate void Visitor(BlittableValue value);

    private static void Visit(BlittableValue value, Visitor visit)
    {
        visit(value);
        if (value.Kind == BlittableValueKind.Array)
        {
            foreach (var element in value.EnumerateArray())
            {
                Visit(element, visit);
            }
        }
        else if (value.Kind == BlittableValueKind.Object)
        {
            foreach (var property in value.EnumerateObject())
            {
                Visit(property.Value, visit);
            }
        }
    }

    private static string Describe(BlittableValue value) =>
        value.Kind is BlittableValueKind.Array or BlittableValueKind.Object ? $"{value.Kind} of {value.Count}" : Json(value);

    private static string Json(BlittableValue value) => value.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.String, MaxExpandedBytes = long.MaxValue });

    private static IEnumerable<BlittableDocument> Create()
    {
        var prose = string.Concat(Enumerable.Repeat("the order of the customer was shipped with the other deposits, ", 1_200));
        string[] texts =
        [
            $"[{string.Join(',', Enumerable.Range(0, 64).Select(number => $"{number},null,true,false"))}]",
            $"[{string.Join(',', Enumerable.Range(0, 64).SelectMany(bits => (string[])[$"{1UL << bits}", "\"a\"", bits < 63 ? $"-{1L << bits}" : "-9", "null"]))}]",
            $"[{string.Join(',', Enumerable.Range(1, 18).SelectMany(digits => Enumerable.Range(1, 9).Select(fraction => $"{new string('7', digits)}.{new string('3', fraction)},\"x\"")))}]",
            $"[{string.Join(',', Enumerable.Range(0, 70).Select(length => $"\"{new string('Q', length)}\",{length}.5e{length}"))},\"{new string('Q', 70_000)}\"]",
            $"[{string.Join(',', Enumerable.Range(1, 40).Select(digits => $"1.{new string('4', digits)}e-7,{new string('9', digits)}{digits}e9"))}]",
            "[-0,\"a\",0.1,null,0.01,null,0.001,null,-0.1,null,-0.01,null,-0.001]",
            """["2024-05-06T07:08:09.123Z","2024-05-06T07:08:09.1234567Z","2024-05-06T07:08:09+02:00","2024-05-06T07:08:09","2024-05-06 07:08:09","1700-01-01","1950-01-01T00:00:00.123Z"]""",
            """["2024-05-06","2024-05-06T07:08:09Z","2024-05-06T07:08:09.123456789+02:00","1999-01-01","9999-12-31T23:59:59.5z","0001-01-01T00:00:00","2024-05-06 07:08:09.25-00:00"]""",
            $"[{string.Join(',', Enumerable.Range(0, 60).Select(day => $"\"20{day % 40 + 10}-{day % 12 + 1:D2}-{day % 28 + 1:D2}T{day % 24:D2}:{day % 60:D2}:00{(day % 3 == 0 ? ".5" : day % 3 == 1 ? ".123456" : "")}{(day % 4 == 0 ? "+01:00" : "Z")}\""))}]",
            "[[],{},[1,2,3,4,5,6,7,8,9],[0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5],[\"a\",\"b\",\"c\",\"d\"],[true,null,false]]",
            $"{{\"a\":\"{prose}\",\"b\":[\"{prose}x\",1,\"2\"],\"c\":{{\"d\":\"{new string('Q', 300)}\",\"e\":1}}}}",
            $"[{{\"a\":\"r\",\"b\":\"3\"}},{{\"a\":\"{Noise(300)}\",\"b\":2}},{{\"a\":\"{Noise(70_000)}\",\"b\":1}}]",
            $"{{\"a\":\"{Noise(70_000)}\",\"b\":1}}",
            $"{{{string.Join(',', Enumerable.Range(0, 600).Select(name => $"\"name{name}\":\"{name} QZ\""))}}}",
            $"[{string.Join(',', Enumerable.Range(0, 300).Select(index => $"\"https://the.example.org/users/of/the/year/{index}\",{{\"a\":{index},\"b\":\"deadbeef{index:x8}\",\"c\":\"0{index}-{index}\"}}"))}]",
        ];
        foreach (var text in texts)
        {
            foreach (var compression in Enum.GetValues<StringCompression>())
            {
                yield return BlittableDocument.Parse(
                    text, new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = compression, NanosecondsPerByte = 1000, MaxExpandedBytes = long.MaxValue });
            }

            yield return BlittableDocument.Parse(text);
        }

        yield return WithDictionary();
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            yield return Built(mode);
        }
    }

    /// <summary>A dictionary with so many strings that their numbers have one to three bytes, and documents with its shapes and strings.</summary>
    private static BlittableDocument WithDictionary()
    {
        const int strings = 66_000;
        string[] samples =
        [
            .. Enumerable.Range(0, strings / 100).Select(part => $"{{\"many\":[{string.Join(',', Enumerable.Range(part * 100, 100).Select(Text))}]}}"),
            .. Enumerable.Range(0, 50).Select(number => $"{{\"left\":{number},\"right\":\"x\",\"other\":[{{\"left\":1,\"right\":\"y\",\"other\":null}}]}}"),
        ];
        var utf8 = samples.Concat(samples).Select(text => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(text));
        var dictionary = BlittableDictionary.Train(utf8, new BlittableTrainingOptions { FrequentStrings = true, MaxStrings = 2 * strings });
        var all = string.Join(',', Enumerable.Range(0, strings).Where(number => number % 97 == 0).Select(Text));
        var json = $"[{all},{Object("1")},{Object($"\"{Noise(300)}\"")},{Object($"\"{Noise(70_000)}\"", $"\"{Noise(70_001)}\"", $"\"{Noise(70_002)}\"")}]";
        return BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary, MaxExpandedBytes = long.MaxValue });

        static string Text(int number) => $"\"frequent string {number * 7919}\"";

        static string Object(string left, string right = "\"x\"", string other = "null") => $"{{\"left\":{left},\"right\":{right},\"other\":{other}}}";
    }

    /// <summary>A text that no table compresses.</summary>
    private static string Noise(int length) => string.Create(length, new Random(length), (text, random) => random.GetItems("QXZJKVWY!$&()*:;<=>?@[]^_`{|}~", text));

    /// <summary>What JSON does not have: numbers of IEEE 754, binary data, extensions, and dates of the years after 9999.</summary>
    private static BlittableDocument Built(BlittableMode mode)
    {
        var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
        builder.WriteStartArray();
        builder.WriteNumber(1.0 / 3);
        builder.WriteNumber(1.0f / 3);
        builder.WriteNumber((double)(1.0f / 3));
        builder.WriteNumber(double.NaN);
        builder.WriteBinary([1, 2, 3]);
        builder.WriteExtension(42, [4, 5]);
        for (var number = 0; number < 40; number++)
        {
            builder.WriteDate(new DateTimeOffset(2024, 1 + (number % 12), 1 + (number % 28), number % 24, 0, 0, TimeSpan.FromMinutes(number % 3 * 30)).AddTicks(number * 1_000_003));
            builder.WriteDate(new DateOnly(1 + (number * 200), 1 + (number % 12), 3));
        }

        builder.WriteEndArray();
        return builder.ToDocument();
    }
}
