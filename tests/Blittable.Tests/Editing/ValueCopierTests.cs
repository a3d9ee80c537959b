using Blittable.Layout;
using Blittable.Tests.Reading;

namespace Blittable.Tests.Editing;

[Trait(Category.Name, Category.Vector)]
public class ValueCopierTests
{
    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(60)]
    public void A_clone_of_a_document_that_expands_hugely_stays_small(int levels)
    {
        var bytes = Doubled(levels, uint.MaxValue);
        using var clone = BlittableValue.Open(bytes).Clone();
        Assert.InRange(clone.Bytes.Length, levels, 8 * levels);
        var value = clone.Root;
        for (var level = 0; level < levels; level++)
        {
            Assert.Equal(2, value.Count);
            value = value[level % 2];
        }

        Assert.Equal(7, value.GetInt32());
        Assert.Equal(
            BlittableErrorCode.ExpansionTooLarge,
            Assert.Throws<BlittableException>(() => clone.Root.ToJson(new BlittableJsonOptions { MaxExpandedBytes = 1 << 10 })).Code);
    }

    public static TheoryData<BlittableOptions> AllWriters() =>
    [
        new BlittableOptions(),
        BlittableOptions.Balanced,
        BlittableOptions.Balanced with { ShareValues = false },
        BlittableOptions.Balanced with { StringCompression = StringCompression.None, ShareValues = false },
    ];

    [Theory]
    [MemberData(nameof(AllWriters))]
    public void A_value_that_expands_hugely_is_built_and_edited_without_expansion(BlittableOptions options)
    {
        const int levels = 40;
        var bytes = Doubled(levels, uint.MaxValue);
        using var builder = new BlittableBuilder(options);
        builder.WriteStartArray();
        builder.WriteNumber(1);
        builder.WriteValue(BlittableValue.Open(bytes));
        builder.WriteEndArray();
        using var built = builder.ToDocument();
        IsSmall(built, levels);

        using var before = BlittableDocument.Parse("""{"a":[[[]]],"list":["one",2]}""", options);
        using var editor = new BlittableEditor(before, options);
        editor.Set("$.list[1]", BlittableValue.Open(bytes));
        editor.Append("$.list", BlittableValue.Open(bytes));
        using var edited = editor.ToDocument();
        Assert.Equal(3, edited.Root.GetProperty("list"u8).Count);
        IsSmall(edited, levels);
        using var compact = editor.Compact();
        IsSmall(compact, levels);
    }

    [Theory]
    [MemberData(nameof(AllWriters))]
    public void A_long_repeated_value_is_copied_once(BlittableOptions options)
    {
        const int count = 20_000;
        var numbers = string.Join(',', Enumerable.Range(0, 1000).Select(i => (i * i) % 977));
        string[] values = [$"\"{new string('x', 30_000)}\"", new string('7', 3000), $"[{numbers}]"];
        foreach (var value in values)
        {
            var json = $$"""{"a":{{value}},"b":{{value}},"c":{{value}}}""";
            using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
            using var writer = new BlittableBuilder(options);
            writer.WriteStartArray();
            writer.WriteValue(document.Root);
            writer.WriteEndArray();
            using var copied = writer.ToDocument();
            copied.Validate();
            Assert.Equal($"[{json}]", copied.Root.ToJson());
            Assert.InRange(copied.Bytes.Length, 0, 40 + (value[0] == '[' ? 6000 : value.Length));
        }

        // The same test with so many references that their copies would not fit into any document.
        var huge = Repeated(values[0], count);
        using var builder = new BlittableBuilder(options);
        builder.WriteValue(BlittableValue.Open(huge));
        using var small = builder.ToDocument();
        Assert.Equal(count, small.Root.Count);
        Assert.Equal(values[0], small.Root[count - 1].ToJson());
        Assert.InRange(small.Bytes.Length, 0, 2 * huge.Length);
    }

    [Theory]
    [MemberData(nameof(AllWriters))]
    public void Setting_a_value_with_shared_parts_keeps_the_document_within_its_limits(BlittableOptions options)
    {
        const string before = """{"a":[[[[["deep"]]]]],"text":"what was there before takes more room than what is new","n":[1,2,3,4,5,6,7,8]}""";
        const string value = """[{"x":"one and the same"},{"x":"one and the same"},{"x":"one and the same"}]""";
        using var shared = BlittableDocument.Parse(value, BlittableOptions.Balanced with { NanosecondsPerByte = 1000 });
        Assert.NotEqual(0, shared.Bytes.Span[^1] & Trailer.Shared);
        using var document = BlittableDocument.Parse(before, options with { ShareValues = false });
        using var editor = new BlittableEditor(document, options);
        editor.Set("$.new", shared.Root);
        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal(before[..^1] + ",\"new\":" + value + "}", edited.Root.ToJson());
        editor.Set("$.new[1].x", "2"u8);
        using var again = editor.ToDocument();
        again.Validate();
        Assert.Equal("""[{"x":"one and the same"},{"x":2},{"x":"one and the same"}]""", again.Root.GetProperty("new"u8).ToJson());
    }

    [Fact]
    public void A_document_with_undeclared_shared_values_is_refused()
    {
        var bytes = Doubled(40, shared: null);
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).Clone()).Code);
        using var builder = new BlittableBuilder();
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => builder.WriteValue(BlittableValue.Open(bytes))).Code);
    }

    [Fact]
    public void A_shared_value_counts_with_all_of_its_levels()
    {
        var value = BlittableValue.Open(Doubled(5, uint.MaxValue));
        var options = new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = 6 };
        using var builder = new BlittableBuilder(options);
        builder.WriteStartArray();
        builder.WriteValue(value);
        builder.WriteEndArray();
        using var document = builder.ToDocument();
        document.Validate();

        using var narrow = new BlittableBuilder(options with { MaxDepth = 5 });
        narrow.WriteStartArray();
        var error = Assert.Throws<BlittableException>(() => narrow.WriteValue(BlittableValue.Open(Doubled(5, uint.MaxValue))));
        Assert.Equal(BlittableErrorCode.TooDeep, error.Code);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Copies_of_documents_that_share_values_are_equal_and_valid(int seed)
    {
        var texts = new Json.RandomJson(seed);
        var random = new Random(seed);
        for (var i = 0; i < 100; i++)
        {
            // Shared rows, and rows that are stored in one number array with their neighbors.
            var rows = string.Join(',', Enumerable.Range(0, random.Next(2, 12)).Select(_ => $"[{random.Next(3)},{random.Next(3)}.5]"));
            var text = i % 2 == 0 ? texts.Next().Minified : $"{{\"rows\":[{rows}],\"row\":[1,1.5],\"more\":[[1,1.5],[{rows}]]}}";
            var json = $$"""{"a":{{text}},"b":[{{text}},{"c":{{text}}}],"c":{{text}}}""";
            using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
            using var clone = document.Root.Clone();
            clone.Validate();
            Assert.Equal(json, clone.Root.ToJson());
            using var part = document.Root.GetProperty("b"u8).Clone();
            part.Validate();
            Assert.Equal(document.Root.GetProperty("b"u8).ToJson(), part.Root.ToJson());
        }
    }

    /// <summary>Asserts that a document of doubled arrays is short, can be read to the deepest level, and stops rendering at the limit.</summary>
    private static void IsSmall(BlittableDocument document, int levels)
    {
        Assert.InRange(document.Bytes.Length, levels, 12 * levels + 60);
        var depth = 0;
        var value = document.Root;
        while (value.Kind is BlittableValueKind.Array or BlittableValueKind.Object)
        {
            value = value.Kind == BlittableValueKind.Array ? value[value.Count - 1] : value.GetProperty("list"u8);
            depth++;
        }

        Assert.Equal(7, value.GetInt32());
        Assert.InRange(depth, levels, levels + 2);
        var limit = new BlittableJsonOptions { MaxExpandedBytes = 1 << 10 };
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => document.Root.ToJson(limit)).Code);
    }

    /// <summary>Returns an array with many references to one string.</summary>
    private static byte[] Repeated(string json, int count)
    {
        using var one = BlittableDocument.Parse("[" + string.Join(',', Enumerable.Repeat(json, 4)) + "]", BlittableOptions.Balanced);
        var trailer = Trailer.Read(one.Bytes.Span);
        var bytes = one.Bytes.Span[..trailer.Root].ToArray().ToList();
        Span<byte> number = stackalloc byte[Varint.MaxLength];
        bytes.Add(Tag.Array + 1);
        bytes.AddRange(number[..Varint.Write(number, (uint)count)]);
        for (var i = 0; i < count; i++)
        {
            bytes.AddRange([(byte)trailer.Root, (byte)(trailer.Root >> 8)]);
        }

        var end = bytes.Count;
        bytes.AddRange(number[..Varint.WriteBackward(number, (uint)count * (uint)(json.Length + 1))]);
        bytes.AddRange(number[..Varint.WriteBackward(number, 1)]);
        bytes.AddRange(number[..Varint.WriteBackward(number, (uint)(bytes.Count - trailer.Root))]);
        bytes.Add(Trailer.Version | Trailer.Shared);
        Assert.True(end > trailer.Root);
        return [.. bytes];
    }

    /// <summary>Returns nested arrays of two elements, both of which are the previous array: 7, [7,7], [[7,7],[7,7]] and so on.</summary>
    private static byte[] Doubled(int levels, uint? shared)
    {
        var bytes = new List<byte> { 0x07 };
        var before = 0;
        for (var level = 0; level < levels; level++)
        {
            var distance = (byte)(bytes.Count - before);
            before = bytes.Count;
            bytes.AddRange([0xB8, 0x02, distance, distance]); // an array with slots of 1 byte, 2 elements
        }

        Span<byte> number = stackalloc byte[Varint.MaxLength];
        if (shared is { } expanded)
        {
            bytes.AddRange(number[..Varint.WriteBackward(number, expanded)]);
            bytes.AddRange(number[..Varint.WriteBackward(number, (uint)levels)]);
        }

        bytes.AddRange(number[..Varint.WriteBackward(number, (uint)(bytes.Count - before))]);
        bytes.Add((byte)(Trailer.Version | (shared is null ? 0 : Trailer.Shared)));
        return [.. bytes];
    }
}
