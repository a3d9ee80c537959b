using System.Text;
using System.Text.Json;
using Blittable.Layout;
using Blittable.Tests.Json;

namespace Blittable.Tests;

/// <summary>A <see cref="BlittableReader"/> reads the same tokens as <see cref="Utf8JsonReader"/> reads from the text.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class BlittableReaderTests
{
    public static TheoryData<string> Texts
    {
        get
        {
            var names = Enumerable.Range(0, 300).Select(i => $"\"name {i}\":{i}").ToArray();
            var numbers = "[" + string.Join(',', Enumerable.Range(0, 100).Select(i => i * 3)) + "]";
            var rows = "[" + string.Join(',', Enumerable.Range(0, 100).Select(i => $"[{i},-{i}.5]")) + "]";
            return
            [
                "1", "-7", "1.50", "1e400", "null", "true", "\"text\"", "\"\"", "[]", "{}", "[[],{},[[]],[{}]]",
                """{"a":{},"":[{"":null}],"é":"ü","a":2}""",
                """[{"id":1,"at":"2024-01-31"},{"id":2,"at":"2024-01-31T12:00:00.5+01:00"},{"id":3,"at":"none"}]""",
                """[{"a":1,"b":{"c":2,"d":[3]}},{"a":4,"b":{"c":5,"d":[6]}},{"b":7,"a":8},{"a":9,"b":{"c":10,"d":[]}}]""",
                "[" + string.Join(',', Enumerable.Range(0, 200).Select(i => i * 3)) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 200).Select(i => $"{i}.{i % 10}")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 200).Select(i => i % 2 == 0 ? $"{i}" : $"{i}.25")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 200).Select(i => i % 2 == 0 ? $"{i}.0" : $"{i}.25")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 90).Select(i => $"[{i},{i * i},-{i}.5]")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 90).Select(i => $"[{i * 7}]")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 90).Select(i => $"[[{i},1],[2,{i}]]")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 90).Select(i => $"\"a longer string {i % 3}\"")) + "]",
                "[" + string.Join(',', Enumerable.Range(0, 300).Select(i => $"{{\"k\":[{i},2,3],\"s\":\"value {i % 5}\"}}")) + "]",
                $"[{numbers},{numbers},{rows},{rows},{numbers},{{\"a\":{rows},\"b\":{numbers}}}]",
                "{" + string.Join(',', names) + "}",
                "[{" + string.Join(',', names) + "},{" + string.Join(',', names) + "}]",
                new string('[', 500) + new string(']', 500),
            ];
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void A_reader_reads_the_same_tokens_as_Utf8JsonReader(string json)
    {
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            RequireSame(Encoding.UTF8.GetBytes(json), new BlittableOptions { Mode = mode });
        }
    }

    [Fact]
    public void A_reader_reads_the_same_tokens_as_Utf8JsonReader_from_random_texts()
    {
        var texts = new RandomJson(20261128);
        for (var i = 0; i < 400; i++)
        {
            var json = Encoding.UTF8.GetBytes(texts.Next().Text);
            RequireSame(json, new BlittableOptions { Mode = BlittableMode.Memory });
            RequireSame(json, new BlittableOptions { Mode = BlittableMode.Disk });
        }
    }

    [Fact]
    public void A_reader_reads_documents_whose_shapes_are_in_a_dictionary()
    {
        byte[][] documents = [.. Enumerable.Range(0, 50).Select(i => Encoding.UTF8.GetBytes($"{{\"id\":{i},\"name\":\"name {i}\",\"tags\":[{{\"tag\":\"x\",\"of\":{i}}},{{\"tag\":\"y\",\"of\":2}}],\"more\":{{}}}}"))];
        var dictionary = BlittableDictionary.Train(documents.Select(document => new ReadOnlyMemory<byte>(document)));

        foreach (var document in documents)
        {
            RequireSame(document, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary });
        }
    }

    [Fact]
    public void A_reader_starts_at_any_value_of_a_document()
    {
        using var document = BlittableDocument.Parse("""{"m":[[1,2.5],[3,4.5],[5,6.5],[7,8.5],[9,1.5],[2,3.5]],"o":{"x":"y"}}"""u8, new BlittableOptions { Mode = BlittableMode.Disk });
        var matrix = document.Root.GetProperty("m"u8);

        Assert.Equal("[ 3 4.5 ]", Tokens(matrix[1]));
        Assert.Equal("8.5", Tokens(matrix[3][1]));
        Assert.Equal("{ x:y }", Tokens(document.Root.GetProperty("o"u8)));
    }

    [Fact]
    public void The_value_at_the_end_token_of_a_container_is_the_container()
    {
        var json = """{"m":[[1,2],[3,4],[5,6],[7,8],[9,1],[2,3]],"e":{},"o":{"x":[true]}}""";
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json), new BlittableOptions { Mode = BlittableMode.Disk });
        using var reader = new BlittableReader(document.Root);
        var starts = new Stack<string>();
        var ends = 0;
        while (reader.Read())
        {
            if (reader.TokenType is BlittableTokenType.StartArray or BlittableTokenType.StartObject)
            {
                starts.Push(reader.Value.ToJson());
            }
            else if (reader.TokenType is BlittableTokenType.EndArray or BlittableTokenType.EndObject)
            {
                Assert.Equal(starts.Pop(), reader.Value.ToJson());
                ends++;
            }
        }

        Assert.Equal(11, ends);
        Assert.Equal(document.Root.ToJson(), json);
    }

    [Fact]
    public void Skip_moves_to_the_end_of_a_container_and_skips_its_content()
    {
        using var document = BlittableDocument.Parse("""{"a":{"b":[1,2]},"c":3,"d":[4],"e":5}"""u8);
        using var reader = new BlittableReader(document.Root);
        var seen = new List<string>();
        reader.Read();
        while (reader.Read())
        {
            var isStart = reader.TokenType is BlittableTokenType.StartArray or BlittableTokenType.StartObject;
            seen.Add($"{Encoding.UTF8.GetString(reader.PropertyName)} {reader.TokenType} {reader.CurrentDepth}");
            if (isStart)
            {
                reader.Skip();
                Assert.Equal(1, reader.CurrentDepth);
                Assert.True(reader.PropertyName.IsEmpty);
            }
        }

        Assert.Equal(["a StartObject 1", "c Number 1", "d StartArray 1", "e Number 1", " EndObject 0"], seen);
    }

    [Fact]
    public void A_string_that_is_stored_once_is_created_once()
    {
        var json = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Repeat("\"the same long text of several words\",7", 20)) + "]");
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1_000 });
        using var reader = new BlittableReader(document.Root);
        var strings = new List<string>();
        while (reader.Read())
        {
            if (reader.TokenType == BlittableTokenType.String)
            {
                strings.Add(reader.GetString()!);
            }
        }

        Assert.Equal(20, strings.Count);
        Assert.All(strings, text => Assert.Equal("the same long text of several words", text));
        Assert.Same(strings[^2], strings[^1]);
    }

    [Fact]
    public void A_warm_reader_allocates_nothing()
    {
        var json = Encoding.UTF8.GetBytes(new string('[', 60) + """{"a":[1,2,3,4.5],"b":"some text of several words","c":[[1,2],[3,4],[5,6]]}""" + new string(']', 60));
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk });
        Walk(document);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
        {
            Walk(document);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        static void Walk(BlittableDocument document)
        {
            using var reader = new BlittableReader(document.Root);
            while (reader.Read())
            {
                if (reader.TokenType == BlittableTokenType.String)
                {
                    _ = reader.ValueSpan.Length;
                }
            }
        }
    }

    [Fact]
    public void Equal_elements_that_are_stored_once_are_read_each_time()
    {
        // The elements of an array with a stride of 0 have one address. There are more of them than bytes.
        byte[] bytes = [0x07, Tag.StridedArray, 100, 0x01, 0x00, 0x04, 0x01];
        using var reader = new BlittableReader(bytes);
        var tokens = new List<string>();
        while (reader.Read())
        {
            tokens.Add(reader.TokenType == BlittableTokenType.Number ? reader.GetInt32().ToString() : reader.TokenType.ToString());
        }

        Assert.Equal(["StartArray", .. Enumerable.Repeat("7", 100), "EndArray"], tokens);
    }

    internal static string Tokens(BlittableValue value)
    {
        using var reader = new BlittableReader(value);
        var tokens = new List<string>();
        while (reader.Read())
        {
            tokens.Add(reader.TokenType switch
            {
                BlittableTokenType.StartObject => "{",
                BlittableTokenType.EndObject => "}",
                BlittableTokenType.StartArray => "[",
                BlittableTokenType.EndArray => "]",
                _ => (reader.PropertyName.IsEmpty ? "" : Encoding.UTF8.GetString(reader.PropertyName) + ":") + reader.Value.ToString(),
            });
        }

        return string.Join(' ', tokens);
    }

    [Fact]
    public void An_integer_in_an_array_of_floating_point_numbers_is_an_integer()
    {
        float[] singles = [.. Enumerable.Range(0, 40).Select(i => i % 2 == 0 ? i * 1.1f : i), -3, 187725140, 1e10f, 1e30f];
        double[] doubles = [.. Enumerable.Range(0, 40).Select(i => i % 2 == 0 ? Math.Sqrt(i + 2) : i), -3, -0.0, long.MaxValue, 1e300];
        foreach (var bytes in (byte[][])
            [BlittableSerializer.Serialize(singles), BlittableSerializer.Serialize(doubles), BlittableSerializer.Serialize((float[][])[singles, singles])])
        {
            using var reader = new BlittableReader(bytes);
            while (reader.Read())
            {
                var value = reader.Value;
                Assert.Equal(value.TryGetInt64(out var expected), reader.TryGetInt64(out var integer));
                Assert.Equal(expected, integer);
                Assert.Equal(value.TryGetInt32(out var expectedSmall), reader.TryGetInt32(out var small));
                Assert.Equal(expectedSmall, small);
            }
        }
    }

    /// <summary>Reads a document and its text side by side and requires equal tokens, names, depths and values.</summary>
    private static void RequireSame(byte[] json, BlittableOptions options)
    {
        using var document = BlittableDocument.Parse(json, options);
        using var reader = new BlittableReader(document.Root);
        var expected = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = 1000 });
        var text = new byte[1 << 16];
        while (expected.Read())
        {
            string? name = null;
            if (expected.TokenType == JsonTokenType.PropertyName)
            {
                name = expected.GetString();
                expected.Read();
            }

            Assert.True(reader.Read());
            Assert.Equal(expected.TokenType.ToString(), reader.TokenType.ToString());
            Assert.Equal(expected.CurrentDepth, reader.CurrentDepth);
            Assert.Equal(name ?? "", Encoding.UTF8.GetString(reader.PropertyName));
            switch (expected.TokenType)
            {
                case JsonTokenType.String:
                    var utf8 = Encoding.UTF8.GetBytes(expected.GetString()!);
                    Assert.Equal(expected.GetString(), reader.GetString());
                    Assert.Equal(utf8, reader.ValueSpan.ToArray());
                    Assert.Equal(utf8, text[..reader.CopyString(text)]);
                    Assert.True(reader.ValueTextEquals(utf8));
                    Assert.False(reader.ValueTextEquals([.. utf8, 1]));
                    break;
                case JsonTokenType.Number:
                    Assert.Equal(Encoding.UTF8.GetString(expected.ValueSpan), reader.Value.GetNumberText());
                    Assert.Equal(expected.TryGetInt64(out var integer), reader.TryGetInt64(out var found));
                    Assert.Equal(expected.TryGetInt32(out _), reader.TryGetInt32(out _));
                    Assert.Equal(integer, found);
                    Assert.Equal(double.Parse(expected.ValueSpan, System.Globalization.CultureInfo.InvariantCulture), reader.GetDouble());
                    Assert.True(reader.TryGetDouble(out var number) && number == reader.GetDouble());
                    break;
                case JsonTokenType.True or JsonTokenType.False:
                    Assert.Equal(expected.GetBoolean(), reader.GetBoolean());
                    break;
            }
        }

        Assert.False(reader.Read());
        Assert.False(reader.Read());
    }
}
