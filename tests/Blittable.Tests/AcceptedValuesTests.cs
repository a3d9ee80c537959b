using System.Text;

namespace Blittable.Tests;

/// <summary>What one entry accepts, others return: limits follow the bytes and texts that were received, and invalid text is refused by every copy.</summary>
public sealed class AcceptedValuesTests
{
    private static readonly string Repeated = $"[{string.Join(',', Enumerable.Repeat("\"shipped\"", 70_000))}]";

    private static readonly string Distinct = $"[{string.Join(',', Enumerable.Range(0, 70_000).Select(i => $"\"{i}\""))}]";

    [Fact]
    public void A_part_has_the_limit_of_its_document_wherever_it_is_copied()
    {
        // 4 KB allow 1 MB of text, but the part has few bytes.
        using var document = Untrusted($$"""{"pad":"{{Distinct[..4_000].Replace('"', ' ')}}","v":{{Repeated}}}""");
        Assert.True(document.Root.TryGetProperty("v"u8, out var part));
        Assert.Equal(Repeated, part.ToJson());

        using var clone = part.Clone();
        Assert.Equal(Repeated, clone.Root.ToJson());
        using var editor = new BlittableEditor(part);
        using var edited = editor.ToDocument();
        Assert.Equal(Repeated, edited.Root.ToJson());
        using var compact = editor.Compact();
        Assert.Equal(Repeated, compact.Root.ToJson());
        using var builder = new BlittableBuilder(BlittableOptions.Balanced);
        builder.WriteStartArray();
        builder.WriteValue(part);
        builder.WriteValue(part);
        builder.WriteEndArray();
        using var built = builder.ToDocument();
        Assert.Equal($"[{Repeated},{Repeated}]", built.Root.ToJson());
    }

    [Fact]
    public void Many_documents_in_one_can_be_returned()
    {
        using var part = Untrusted($"[{string.Join(',', Enumerable.Repeat("\"shipped\"", 6_000))}]");
        Assert.NotEmpty(part.Root.ToJson());
        using var builder = new BlittableBuilder();
        builder.WriteStartArray();
        for (var i = 0; i < 30; i++)
        {
            builder.WriteValue(part.Root);
        }

        builder.WriteEndArray();
        using var document = builder.ToDocument();
        Assert.Equal(30 * (part.Root.ToJson().Length + 1) + 1, document.Root.ToJson().Length);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_large_limit_of_one_value_does_not_extend_to_another(bool isFirst)
    {
        using var bomb = Untrusted(Repeated);
        using var own = BlittableDocument.Open(Disk("""{"a":[1,2,3]}""").Bytes, null, 1 << 30);
        using var builder = new BlittableBuilder(BlittableOptions.Balanced);
        builder.WriteStartArray();
        builder.WriteValue(isFirst ? bomb.Root : own.Root);
        builder.WriteValue(isFirst ? own.Root : bomb.Root);
        builder.WriteEndArray();
        using var built = builder.ToDocument();
        Refuses(BlittableErrorCode.ExpansionTooLarge, () => built.Root.ToJson());

        Refuses(BlittableErrorCode.ExpansionTooLarge, () =>
        {
            using var editor = isFirst ? new BlittableEditor(own) : new BlittableEditor(bomb);
            editor.Set(isFirst ? "$.a" : "$[0]", isFirst ? bomb.Root : own.Root);
            using var edited = editor.ToDocument();
            edited.Root.ToJson();
        });
    }

    [Fact]
    public void A_large_value_can_be_put_into_a_small_document()
    {
        using var small = BlittableDocument.Open(BlittableDocument.Parse("{}").Bytes);
        var text = Encoding.UTF8.GetBytes(Distinct);
        foreach (var edit in (Action<BlittableEditor>[])
        [
            editor => editor.Set("$.items", text),
            editor => editor.ApplyMergePatch(Encoding.UTF8.GetBytes($$"""{"items":{{Distinct}}}""")),
            editor => editor.ApplyPatch(Encoding.UTF8.GetBytes($$"""[{"op":"add","path":"/items","value":{{Distinct}}}]""")),
        ])
        {
            foreach (var editor in (BlittableEditor[])[new(small), new(small.Bytes.Span), BlittableEditor.Open(small.Bytes.Span), new(small.Root.WithMaxExpandedBytes(1_000))])
            {
                using (editor)
                {
                    edit(editor);
                    using var edited = editor.ToDocument();
                    Assert.Equal($$"""{"items":{{Distinct}}}""", edited.Root.WithMaxExpandedBytes(1 << 20).ToJson());
                }
            }
        }
    }

    [Fact]
    public void Moving_a_value_does_not_limit_a_document_of_this_process()
    {
        using var document = Disk($$"""{"v":{{Repeated}},"x":1}""");
        using var editor = new BlittableEditor(document);
        editor.ApplyPatch("""[{"op":"move","from":"/x","path":"/y"},{"op":"move","from":"/v","path":"/w"}]"""u8);
        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal($$"""{"y":1,"w":{{Repeated}}}""", edited.Root.ToJson());
    }

    [Fact]
    public void A_moved_container_is_independent_of_the_original_of_a_copy()
    {
        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, BlittableOptions.Balanced])
        {
            using var document = BlittableDocument.Parse("""{"a":{"b":{"c":[1,2,3]}},"z":0}""", options);
            using var editor = new BlittableEditor(document);
            editor.ApplyPatch("""
                [{"op":"add","path":"/a/b/d","value":1},{"op":"copy","from":"/a","path":"/x"},{"op":"move","from":"/x/b","path":"/y"},
                 {"op":"add","path":"/y/c/-","value":4},{"op":"move","from":"/a/b","path":"/x/q"},{"op":"remove","path":"/x/q/c/0"},
                 {"op":"move","from":"/y","path":"/x/q/deep"}]
                """u8);
            using var edited = editor.ToDocument();
            edited.Validate();
            Assert.Equal("""{"a":{},"z":0,"x":{"q":{"c":[2,3],"d":1,"deep":{"c":[1,2,3,4],"d":1}}}}""", edited.Root.ToJson());
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void A_patch_that_copies_a_long_value_repeatedly_stores_it_once(BlittableMode mode)
    {
        var text = new string('a', 10_000) + new string('b', 1_000_000);
        var copies = string.Join(',', Enumerable.Range(0, 2_000).Select(i => $$"""{"op":"copy","from":"/{{"sn"[i & 1]}}","path":"/x{{i}}"}"""));
        using var document = BlittableDocument.Parse(
            $$"""{"s":"{{text}}","n":[{{string.Join(',', Enumerable.Range(0, 100_000))}}]}""", new BlittableOptions { Mode = mode, StringCompression = StringCompression.None });
        using var editor = new BlittableEditor(document);
        editor.ApplyPatch(Encoding.UTF8.GetBytes($"[{copies}]"));
        using var edited = editor.ToDocument();
        Assert.InRange(edited.Bytes.Length, 0, (3 * document.Bytes.Length) + 100_000);
        edited.Validate(long.MaxValue);
        Assert.Equal(text, edited.Root.GetProperty("x1998"u8).GetString());
        Assert.Equal(99_999, edited.Root.GetProperty("x1999"u8)[99_999].GetInt32());
    }

    [Fact]
    public void Copies_in_many_patches_are_limited_by_the_text_that_was_received()
    {
        using var editor = new BlittableEditor(Disk($$"""{"a":{{Repeated}}}"""));
        for (var i = 0; i < 12; i++)
        {
            editor.ApplyPatch(Encoding.UTF8.GetBytes($$"""[{"op":"copy","from":"","path":"/x{{i}}"}]"""));
        }

        using var edited = editor.ToDocument();
        Refuses(BlittableErrorCode.ExpansionTooLarge, () => edited.Root.WriteJson(Stream.Null));
    }

    [Fact]
    public void The_budget_of_a_query_does_not_grow_with_the_limit_of_the_document()
    {
        using var document = BlittableDocument.Parse($"[{string.Join(',', Enumerable.Repeat("[1,2]", 100))}]");
        var all = string.Join(',', Enumerable.Repeat("*", 100));
        var query = BlittableJsonPath.Parse($"$[{all}]..[{all}]");
        foreach (var limit in (long[])[Array.MaxLength, 1L << 40])
        {
            Refuses(BlittableErrorCode.ExpansionTooLarge, () => query.Evaluate(document.Root.WithMaxExpandedBytes(limit)));
        }
    }

    [Theory]
    [InlineData("$.x[?@<$.n]")]
    [InlineData("$.x[?@==$.n]")]
    public void Comparing_with_a_long_number_costs_its_length(string query)
    {
        foreach (var mode in (BlittableMode[])[BlittableMode.Memory, BlittableMode.Disk])
        {
            using var document = BlittableDocument.Parse(
                $$"""{"n":0.{{new string('1', 1_000_000)}},"x":[{{string.Join(',', Enumerable.Repeat("1.5", 5_000))}}]}""", new BlittableOptions { Mode = mode });
            Refuses(BlittableErrorCode.ExpansionTooLarge, () => BlittableJsonPath.Parse(query).Evaluate(document.Root));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Long_numbers_and_binary_values_are_compared_and_hashed_once(bool isNumber)
    {
        // 10,000 references to one value of 10 KB.
        BlittableDocument Make(string suffix)
        {
            using var builder = new BlittableBuilder();
            builder.WriteStartObject();
            builder.WritePropertyName("n");
            if (isNumber)
            {
                using var number = BlittableDocument.Parse($"1.{new string('7', 10_000)}{suffix}");
                builder.WriteValue(number.Root);
            }
            else
            {
                builder.WriteBinary(new byte[10_000]);
            }

            builder.WritePropertyName("x");
            builder.WriteStartArray();
            builder.WriteEndArray();
            builder.WriteEndObject();
            using var document = builder.ToDocument();
            using var editor = new BlittableEditor(document);
            editor.ApplyPatch(Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Repeat("""{"op":"copy","from":"/n","path":"/x/-"}""", 10_000))}]"));
            using var edited = editor.ToDocument();
            Assert.InRange(edited.Bytes.Length, 0, 100_000);
            return BlittableDocument.Open(edited.Bytes.ToArray());
        }

        using var left = Make("");
        using var right = Make(isNumber ? "0" : "");
        Assert.True(BlittableValue.DeepEquals(left.Root, right.Root));
        Assert.Equal(0, BlittableValue.DeepCompare(left.Root, right.Root));
        Assert.Equal(left.Root.GetDeepHashCode(), right.Root.GetDeepHashCode());
    }

    [Theory]
    [InlineData("{\"a\":\"####\"}")]
    [InlineData("[\"####\",\"####\"]")]
    [InlineData("{\"####\":1}")]
    [InlineData("[{\"####\":1},{\"####\":2}]")]
    public void Text_that_is_not_valid_is_refused_by_every_copy(string json)
    {
        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, BlittableOptions.Balanced with { StringCompression = StringCompression.None }])
        {
            var bytes = BlittableDocument.Parse(json, options).Bytes.ToArray();
            bytes.AsSpan().Replace((byte)'#', (byte)0xFF);
            Refuses(BlittableErrorCode.InvalidUtf8, () => BlittableDocument.Open(bytes).Validate());
            Refuses(BlittableErrorCode.InvalidUtf8, () => BlittableValue.Open(bytes).Clone());
            Refuses(BlittableErrorCode.InvalidUtf8, () =>
            {
                using var builder = new BlittableBuilder(options);
                builder.WriteValue(BlittableValue.Open(bytes));
            });
            foreach (var edit in (Action<BlittableEditor>[])[editor => editor.Set("$.x", BlittableValue.Open(bytes)), editor => editor.ApplyMergePatch(BlittableValue.Open(bytes))])
            {
                Refuses(BlittableErrorCode.InvalidUtf8, () =>
                {
                    using var editor = new BlittableEditor(BlittableDocument.Parse("{}"));
                    edit(editor);
                });
            }
        }
    }

    private static BlittableDocument Disk(string json) => BlittableDocument.Parse(json, BlittableOptions.Balanced);

    private static BlittableDocument Untrusted(string json) => BlittableDocument.Open(Disk(json).Bytes);

    private static void Refuses(BlittableErrorCode code, Action action) => Assert.Equal(code, Assert.Throws<BlittableException>(action).Code);
}
