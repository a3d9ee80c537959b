using System.Buffers;
using System.Text.Json.Nodes;

namespace Blittable.Wire.Tests;

/// <summary>Documents exchanged with two MessagePack implementations that share no code with this one.</summary>
public class DocumentTests(NodePeer peer) : IClassFixture<NodePeer>
{
    private static readonly BlittableMode[] Modes = [BlittableMode.Memory, BlittableMode.Disk];

    private static readonly string[] Texts =
    [
        "null", "true", "\"\"", "[]", "{}", "[[[]],{}]",
        "[0,1,63,64,127,128,255,256,65535,65536,4294967295,4294967296,9007199254740991]",
        "[-1,-32,-33,-128,-129,-32768,-32769,-2147483648,-2147483649,-9007199254740991]",
        "[0.5,-0.1,1.7976931348623157e308,5e-324,-65.613616999999977]",
        "[\"héllo\",\"日本語\",\"🎉\",\"\\u0000\\n\\\"\"]",
        $"[\"{new string('x', 31)}\",\"{new string('x', 32)}\",\"{new string('é', 200)}\",\"{new string('x', 70_000)}\"]",
        "[" + string.Join(',', Enumerable.Range(0, 15)) + "]",
        "[" + string.Join(',', Enumerable.Range(0, 16)) + "]",
        "[" + string.Join(',', Enumerable.Range(0, 70_000)) + "]",
        "{" + string.Join(',', Enumerable.Range(0, 15).Select(i => $"\"n{i}\":{i}")) + "}",
        "{" + string.Join(',', Enumerable.Range(0, 16).Select(i => $"\"n{i}\":{i}")) + "}",
        "{" + string.Join(',', Enumerable.Range(0, 70_000).Select(i => $"\"n{i}\":{i}")) + "}",
        "{\"größe\":1,\"\":2,\"a name of more than thirty-one bytes in all\":{\"id\":[{\"id\":1},{\"id\":2}]}}",
        string.Concat(Enumerable.Repeat("[{\"a\":", 40)) + "1" + string.Concat(Enumerable.Repeat("}]", 40)),
    ];

    /// <summary>Integers that JavaScript represents only as BigInt. <c>JSON.parse</c> rounds them, so the libraries only read them from documents.</summary>
    private const string WideIntegers =
        "[9007199254740993,9223372036854775807,9223372036854775808,18446744073709551615,-9007199254740993,-9223372036854775808]";

    private static readonly string[] SmallDocuments = [.. Lines("companies-sample.ndjson")[..20], .. Lines("lineitem-sample.ndjson")[..20]];

    private static readonly string[] AllTexts = [.. Texts, .. SmallDocuments, File.ReadAllText(Dataset("browsers.json"))];

    public static TheoryData<string> Libraries => NodePeer.Libraries;

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Other_implementations_read_written_documents(string library)
    {
        foreach (var mode in Modes)
        {
            foreach (var json in AllTexts.Append(WideIntegers))
            {
                using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode, DetectDates = false });
                Assert.Equal(Notation.Of(json), peer.Decode(library, BlittableMessagePack.ToArray(document.Root)));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Documents_written_by_other_implementations_are_read(string library)
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode, DetectDates = false });
            foreach (var json in AllTexts)
            {
                var document = converter.Convert(peer.Encode(library, json));
                Assert.Equal(Notation.Of(json), Notation.Of(BlittableValue.Open(document).ToJson()));
            }
        }
    }

    [Fact]
    public void Both_implementations_write_the_same_bytes()
    {
        // The large file has integer names, which JavaScript moves before all other names.
        foreach (var json in Texts.Concat(SmallDocuments))
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { DetectDates = false });
            Assert.Equal(peer.Encode("@msgpack/msgpack", json), BlittableMessagePack.ToArray(document.Root));
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Consecutive_values_are_read_one_by_one(string library)
    {
        var lines = Lines("companies-sample.ndjson")[..20];
        var output = new ArrayBufferWriter<byte>();
        foreach (var line in lines)
        {
            using var document = BlittableDocument.Parse(line, new BlittableOptions { DetectDates = false });
            BlittableMessagePack.Write(document.Root, output);
        }

        Assert.Equal($"[{string.Join(',', lines.Select(Notation.Of))}]", peer.DecodeAll(library, output.WrittenSpan));

        ReadOnlySpan<byte> rest = peer.Encode(library, lines);
        using var converter = new BlittableMessagePack(new BlittableOptions { DetectDates = false });
        foreach (var line in lines)
        {
            Assert.Equal(Notation.Of(line), Notation.Of(BlittableValue.Open(converter.Convert(rest, out var consumed)).ToJson()));
            rest = rest[consumed..];
        }

        Assert.Equal(0, rest.Length);
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Binary_data_is_exchanged_unchanged(string library)
    {
        foreach (var length in new[] { 0, 1, 255, 256, 65_535, 65_536 })
        {
            var data = Enumerable.Range(0, length).Select(i => (byte)(i * 7)).ToArray();
            var hex = Convert.ToHexStringLower(data);
            using var document = BlittableMessagePack.ToDocument(peer.Encode(library, "encodeBinary", new JsonObject { ["hex"] = hex }));
            Assert.Equal(data, document.Root.GetBytes().ToArray());
            Assert.Equal($$"""{"binary":"{{hex}}"}""", peer.Decode(library, BlittableMessagePack.ToArray(document.Root)));
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Float32_values_keep_their_width(string library)
    {
        foreach (var number in new[] { 0.5f, 0.1f, -1_234_567.9f })
        {
            var packed = peer.Encode(library, "encodeSingle", new JsonObject { ["number"] = number });
            Assert.Equal(5, packed.Length);
            using var document = BlittableMessagePack.ToDocument(packed);
            Assert.Equal(number, document.Root.GetSingle());
            Assert.Equal(packed, BlittableMessagePack.ToArray(document.Root));
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Wide_integers_keep_every_digit(string library)
    {
        foreach (var integer in WideIntegers[1..^1].Split(','))
        {
            using var document = BlittableMessagePack.ToDocument(peer.Encode(library, "encodeInteger", new JsonObject { ["integer"] = integer }));
            Assert.Equal(integer, document.Root.ToJson());
            Assert.Equal($$"""{"integer":"{{integer}}"}""", peer.Decode(library, BlittableMessagePack.ToArray(document.Root)));
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Unknown_extensions_are_preserved(string library)
    {
        foreach (var length in new[] { 1, 2, 3, 4, 8, 16, 17, 255, 256, 65_536 })
        {
            var data = Enumerable.Range(0, length).Select(i => (byte)(i * 5)).ToArray();
            var hex = Convert.ToHexStringLower(data);
            var packed = peer.Encode(library, "encodeExtension", new JsonObject { ["type"] = 100, ["hex"] = hex });
            using var document = BlittableMessagePack.ToDocument(packed);
            Assert.True(document.Root.TryGetExtension(out var type, out var payload));
            Assert.Equal(100, type);
            Assert.Equal(data, payload.ToArray());
            Assert.Equal(packed, BlittableMessagePack.ToArray(document.Root));
            Assert.Equal($$"""{"extension":[100,"{{hex}}"]}""", peer.Decode(library, packed));
        }
    }

    private static string[] Lines(string name) => File.ReadAllLines(Dataset(name));

    private static string Dataset(string name)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "Blittable.sln")))
        {
            folder = folder.Parent!;
        }

        return Path.Combine(folder.FullName, "datasets", "files", name);
    }
}
