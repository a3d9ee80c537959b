using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

[Trait(Category.Name, Category.Vector)]
public class StringStartsTests
{
    private static readonly string[] Stems =
    [
        "https://developer.example.org/docs/Web/API/",
        "assets/images/resized/0011/118433/the-company-max-",
        "Press release: the company and the other company ",
        "\"quoted\" and \\escaped\\ text that many begin with ",
        "2024-01-31 12:00:00 2024-01-31 12:00:",
        "00ff00ff00ff00ff00ff00ff00ff00ff",
        "Überall beginnen Wörter mit ähnlichen Zeichen: ",
        new string('x', 300),
    ];

    public static TheoryData<StringCompression> Compressions => new(Enum.GetValues<StringCompression>());

    [Theory]
    [MemberData(nameof(Compressions))]
    public void Texts_that_begin_alike_are_restored(StringCompression compression)
    {
        var json = Texts(seed: 1, count: 3_000);
        var options = new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = compression };
        using var document = BlittableDocument.Parse(json, options);

        document.Validate();
        AssertSame(json, document.Root.ToJson());
        AssertSame(json, BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root), options).Root.ToJson());
        using var clone = document.Root.Clone();
        clone.Validate();
        AssertSame(json, clone.Root.ToJson());
        var index = 0;
        using var parsed = JsonDocument.Parse(json);
        foreach (var text in document.Root.EnumerateArray())
        {
            Assert.True(text.Utf8Equals(Encoding.UTF8.GetBytes(parsed.RootElement[index].GetString()!)));
            Assert.Equal(parsed.RootElement[index++].GetString(), text.GetString());
        }
    }

    [Fact]
    public void Texts_that_begin_alike_need_little_more_than_the_bytes_that_differ()
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(1000, 100).Select(number => $"https://developer.example.org/docs/Web/API/{number}"));
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);

        // A tag, two numbers, four digits, and two bytes of slot; the digits as a raw string.
        Assert.InRange(document.Bytes.Length, 1, 100 * 12);
    }

    [Fact]
    public void Texts_that_begin_alike_are_stored_separately_if_the_option_is_off()
    {
        var json = Texts(seed: 4, count: 20);
        var options = BlittableOptions.Balanced with { NanosecondsPerByte = 1000 };
        using var document = BlittableDocument.Parse(json, options with { ShareStarts = false });
        using var shared = BlittableDocument.Parse(json, options);

        Assert.DoesNotContain(Tag.ContinuedString, Tags(document));
        Assert.Contains(Tag.ContinuedString, Tags(shared));
        Assert.True(shared.Bytes.Length < document.Bytes.Length);
    }

    [Fact]
    public void A_few_short_texts_that_begin_alike_are_stored_separately()
    {
        // The savings would be spent on the limits that the document would have to record.
        using var document = BlittableDocument.Parse("""["/usr/share/locale/de/messages","/usr/share/locale/fr/messages"]""", BlittableOptions.Balanced);

        Assert.DoesNotContain(Tag.ContinuedString, Tags(document));
    }

    [Fact]
    public void A_converter_remembers_no_text_of_the_previous_document()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        var json = Texts(seed: 2, count: 50);
        var first = converter.Convert(json).Length;
        converter.Convert(Texts(seed: 2, count: 100));

        using var document = BlittableDocument.Open(converter.Convert(json).ToArray());
        document.Validate();
        AssertSame(json, document.Root.ToJson());
        Assert.Equal(first, document.Bytes.Length);
    }

    [Fact]
    public void An_edited_document_keeps_texts_that_begin_alike()
    {
        var json = Texts(seed: 3, count: 60);
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        using var editor = new BlittableEditor(document);
        editor.Set("$[0]", "\"edited\""u8);
        foreach (var edited in (BlittableDocument[])[editor.ToDocument(), editor.Compact()])
        {
            edited.Validate();
            Assert.Equal("edited", edited.Root[0].GetString());
            for (var i = 1; i < 60; i++)
            {
                Assert.Equal(document.Root[i].GetString(), edited.Root[i].GetString());
            }

            edited.Dispose();
        }
    }

    [Fact]
    public void An_entry_is_found_by_the_first_bytes_alone()
    {
        var starts = new StringStarts();
        starts.Clear(expectedInput: 1 << 20);
        var text = Encoding.UTF8.GetBytes(Stems[0]);
        var entry = new StringStarts.Entry(1, 2, 3, 0, 5);
        Entry(starts, text) = entry;

        Assert.Equal(entry, Entry(starts, text[..StringStarts.KeyLength]));
        starts.Clear(expectedInput: 0);
        Assert.Equal(default, Entry(starts, text));
    }

    private static List<byte> Tags(BlittableDocument document)
    {
        var tags = new List<byte>();
        foreach (var text in document.Root.EnumerateArray())
        {
            tags.Add(text.Document[text.Address]);
        }

        return tags;
    }

    private static ref StringStarts.Entry Entry(StringStarts starts, byte[] text) =>
        ref starts.Of(BinaryPrimitives.ReadUInt64LittleEndian(text), BinaryPrimitives.ReadUInt64LittleEndian(text.AsSpan(sizeof(ulong))), out _);

    /// <summary>Returns an array of texts: a stem, one or two repeated parts, and a number.</summary>
    private static byte[] Texts(int seed, int count)
    {
        var random = new Random(seed);
        return JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(0, count).Select(_ =>
            Stems[random.Next(Stems.Length)] + string.Concat(Enumerable.Repeat($"{random.Next(20)}/the part/", random.Next(3))) + random.Next(100)));
    }

    private static void AssertSame(byte[] json, string actual)
    {
        using var expected = JsonDocument.Parse(json);
        using var parsed = JsonDocument.Parse(actual);
        Assert.True(JsonElement.DeepEquals(expected.RootElement, parsed.RootElement));
    }

    [Fact]
    public void Strings_at_the_end_of_the_input_share_starts_at_every_memory_address()
    {
        // The end of an input is read from a copy, which may be gigabytes away from the input.
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        for (var i = 0; i < 100; i++)
        {
            var first = new string('x', i) + " address/of/some/length/one";
            var json = $"[\"{first}\",\"an address/of/some/length/two\",\"an address/of/some/length/six\",\"an address/of/some/length/ten\"]";
            using var guarded = new Json.GuardedBytes(System.Text.Encoding.UTF8.GetBytes(json));
            Assert.Equal(json, BlittableValue.Open(converter.Convert(guarded.Span)).ToJson());
        }
    }
}
