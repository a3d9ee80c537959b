using System.Text;
using System.Text.Json.Nodes;

namespace Blittable.Tests;

[Trait(Category.Name, Category.Vector)]
public class BlittableEditorTests
{
    private const string Json = """{"id":7,"name":"Ada","tags":["x","y"],"inner":{"a":1.50,"b":"2020-01-02"},"id":8}""";

    public static TheoryData<BlittableMode> Modes => [BlittableMode.Memory, BlittableMode.Disk];

    [Theory]
    [MemberData(nameof(Modes))]
    public void Setting_a_property_replaces_its_value_in_place(BlittableMode mode)
    {
        Assert.Equal(
            """{"id":7,"name":"Ada","tags":["x","y"],"inner":{"a":[true],"b":"2020-01-02"},"id":8}""",
            Edit(mode, editor => editor.Set("$.inner.a", "[true]"u8)));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Setting_a_repeated_name_replaces_the_last_property(BlittableMode mode)
    {
        Assert.Equal(
            """{"id":7,"name":"Ada","tags":["x","y"],"inner":{"a":1.50,"b":"2020-01-02"},"id":null}""",
            Edit(mode, editor => editor.Set("$.id", "null"u8)));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Setting_a_new_name_appends_a_property(BlittableMode mode)
    {
        Assert.Equal(
            """{"id":7,"name":"Ada","tags":["x","y"],"inner":{"a":1.50,"b":"2020-01-02","c":"z"},"id":8}""",
            Edit(mode, editor => editor.Set("$.inner.c", "\"z\""u8)));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Appending_removing_and_renaming_can_be_combined(BlittableMode mode)
    {
        var json = Edit(mode, editor =>
        {
            editor.Append("$.tags", "{\"n\":3}"u8);
            editor.Remove("$.tags[0]");
            editor.Rename("$.inner.b", "day");
            editor.Set("$.tags[-1].n", "4"u8);
        });
        Assert.Equal("""{"id":7,"name":"Ada","tags":["y",{"n":4}],"inner":{"a":1.50,"day":"2020-01-02"},"id":8}""", json);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Removing_the_last_child_leaves_an_empty_container(BlittableMode mode)
    {
        var json = Edit(mode, editor =>
        {
            editor.Remove("$.tags[0]");
            editor.Remove("$.tags[0]");
        });
        Assert.Equal("""{"id":7,"name":"Ada","tags":[],"inner":{"a":1.50,"b":"2020-01-02"},"id":8}""", json);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void The_root_can_be_set(BlittableMode mode)
    {
        Assert.Equal("[1]", Edit(mode, editor => editor.Set("$", "[1]"u8)));
    }

    [Theory]
    [InlineData("$.none.a")]
    [InlineData("$.tags[5]")]
    public void A_missing_path_is_an_error_and_changes_nothing(string path)
    {
        using var document = BlittableDocument.Parse(Json);
        using var editor = new BlittableEditor(document);
        Assert.Equal(BlittableErrorCode.NotFound, Assert.Throws<BlittableException>(() => editor.Set(path, "1"u8)).Code);
        Assert.Equal(BlittableErrorCode.NotFound, Assert.Throws<BlittableException>(() => editor.Remove(path)).Code);
        Assert.Equal(Json, editor.ToDocument().Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_value_that_cannot_be_copied_changes_nothing(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode, MaxDepth = 3, StringCompression = StringCompression.Trained };
        using var document = BlittableDocument.Parse(Json, options);
        using var deep = BlittableDocument.Parse("""[{"new":1,"names":"here"},[[[2]]]]""");
        using var editor = new BlittableEditor(document, options);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => editor.Set("$.name", deep.Root)).Code);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => editor.Set("$", deep.Root)).Code);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => editor.Append("$.tags", deep.Root)).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => editor.Set("$.name", default(BlittableValue))).Code);
        using var unchanged = editor.ToDocument();
        Assert.Equal(document.Bytes.ToArray(), unchanged.Bytes.ToArray());

        editor.Set("$.name", """[{"new":1,"names":"here"}]"""u8);
        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal(Json.Replace("\"Ada\"", """[{"new":1,"names":"here"}]"""), edited.Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_value_that_deepens_the_document_keeps_it_valid(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode };
        using var document = BlittableDocument.Parse("""{"a":[{"x":"a text that comes twice"},{"x":"a text that comes twice"}]}""", options);
        using var editor = new BlittableEditor(document, options);
        foreach (var path in (string[])["$.a[0].x", "$.a[0].x[0]", "$.a[1]"])
        {
            editor.Set(path, """[{"y":[1,"z"]}]"""u8);
            using var edited = editor.ToDocument();
            edited.Validate();
        }
    }

    [Theory]
    [InlineData("$.a", "[[1]]", true)]
    [InlineData("$.a", "[[[1]]]", false)]
    [InlineData("$.a", "[[[],{}]]", true)]
    [InlineData("$.b.c", "[1]", true)]
    [InlineData("$.b.c", "[[1]]", false)]
    [InlineData("$.b.c", "[[1,2,3,4,5,6,7,8],[1,2,3,4,5,6,7,8]]", false)]
    [InlineData("$", "[[[1]]]", true)]
    public void The_depth_of_a_value_counts_from_the_document_root(string path, string json, bool isAllowed)
    {
        foreach (var mode in (BlittableMode[])[BlittableMode.Memory, BlittableMode.Disk])
        {
            var options = new BlittableOptions { Mode = mode, MaxDepth = 3 };
            using var document = BlittableDocument.Parse("""{"a":1,"b":{"c":2}}""", options);
            using var editor = new BlittableEditor(document, options);
            using var value = BlittableDocument.Parse(json, options);
            if (isAllowed)
            {
                editor.Set(path, Encoding.UTF8.GetBytes(json));
                editor.Set(path, value.Root);
                using var edited = editor.ToDocument();
                edited.Validate();
                Assert.Equal(edited.Root.ToJson(), BlittableDocument.Parse(edited.Root.ToJson(), options).Root.ToJson());
                continue;
            }

            Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => editor.Set(path, Encoding.UTF8.GetBytes(json))).Code);
            Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => editor.Set(path, value.Root)).Code);
            using var unchanged = editor.ToDocument();
            Assert.Equal(document.Bytes.ToArray(), unchanged.Bytes.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void An_edit_that_exceeds_the_available_room_changes_nothing(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode, StringCompression = StringCompression.None };
        using var document = BlittableDocument.Parse("""{"list":[],"name":"Ada"}""", options);
        using var editor = new BlittableEditor(document, options, maxCapacity: 1 << 16);
        var edits = 0;
        for (var (round, failed) = (0, 0); failed < 8; round++)
        {
            var item = Encoding.UTF8.GetBytes($"[{round},true,\"xy{round}\"]");
            try
            {
                switch (round % 4)
                {
                    case 0:
                        editor.Append("$.list", item);
                        break;
                    case 1:
                        editor.Set("$.name", Encoding.UTF8.GetBytes($"\"{new string('n', round)}\""));
                        break;
                    case 2:
                        editor.Rename("$.list", "list2");
                        editor.Rename("$.list2", "list");
                        break;
                    default:
                        editor.Remove("$.list[0]");
                        editor.Append("$.list", item);
                        editor.Append("$.list", item);
                        break;
                }

                edits++;
            }
            catch (BlittableException fault)
            {
                Assert.Equal(BlittableErrorCode.DocumentTooLarge, fault.Code);
                failed++;

                // Checked only after a failure, to save time.
                using var after = editor.ToDocument();
                after.Validate();
                using var compact = editor.Compact();
                Assert.Equal(after.Root.ToJson(), compact.Root.ToJson());
            }
        }

        Assert.InRange(edits, 100, 10_000);
    }

    [Fact]
    public void The_error_of_an_impossible_edit_names_the_value_at_the_path()
    {
        using var document = BlittableDocument.Parse(Json);
        using var editor = new BlittableEditor(document);
        var rename = Assert.Throws<BlittableException>(() => editor.Rename("$.tags[0]", "first"));
        Assert.Equal(BlittableErrorCode.WrongKind, rename.Code);
        Assert.Equal("The value at $.tags[0] is an element of an array, not a property.", rename.Message);
        Assert.Equal("path", Assert.Throws<ArgumentNullException>(() => editor.Remove(null!)).ParamName);
        Assert.Equal("path", Assert.Throws<ArgumentNullException>(() => editor.Set(null!, "1"u8)).ParamName);
    }

    [Fact]
    public void Editing_a_document_without_its_dictionary_is_refused_immediately()
    {
        var dictionary = BlittableDictionary.Train([Encoding.UTF8.GetBytes(Json), Encoding.UTF8.GetBytes(Json)]);
        using var document = BlittableDocument.Parse(Json, new BlittableOptions { Dictionary = dictionary });
        Assert.Equal(BlittableErrorCode.DictionaryMissing, Assert.Throws<BlittableException>(() => new BlittableEditor(document.Bytes.Span)).Code);
    }

    [Fact]
    public void A_disposed_editor_refuses_every_edit()
    {
        using var document = BlittableDocument.Parse(Json);
        var editor = new BlittableEditor(document);
        editor.Dispose();
        Assert.Throws<ObjectDisposedException>(() => editor.Set("$", "1"u8));
        Assert.Throws<ObjectDisposedException>(() => editor.Set("$.name", "1"u8));
        Assert.Throws<ObjectDisposedException>(() => editor.Remove("$.name"));
        Assert.Throws<ObjectDisposedException>(() => editor.ToDocument());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void The_document_stays_valid_after_any_edit_and_a_failed_edit_changes_nothing(BlittableMode mode)
    {
        var random = new Random(11);
        var texts = new Json.RandomJson(12);
        string[] steps = [".id", ".name", ".items", "[0]", "[-1]", "[2]"];
        for (var i = 0; i < 25; i++)
        {
            var options = new BlittableOptions { Mode = mode, MaxDepth = random.Next(2, 9), StringCompression = (StringCompression)random.Next(4) };
            using var document = BlittableDocument.Parse(texts.Next().Minified, options with { MaxDepth = 512 });
            using var editor = new BlittableEditor(document, options);
            for (var edit = 0; edit < 10; edit++)
            {
                var path = "$" + string.Concat(Enumerable.Range(0, random.Next(4)).Select(_ => steps[random.Next(steps.Length)]));
                using var value = BlittableDocument.Parse(texts.Next().Minified);
                using var before = editor.ToDocument();
                try
                {
                    switch (random.Next(4))
                    {
                        case 0: editor.Remove(path); break;
                        case 1: editor.Rename(path, "renamed"); break;
                        case 2: editor.Append(path, value.Root); break;
                        default: editor.Set(path, value.Root); break;
                    }
                }
                catch (BlittableException)
                {
                    using var unchanged = editor.ToDocument();
                    Assert.Equal(before.Root.ToJson(), unchanged.Root.ToJson());
                }

                using var after = editor.ToDocument();
                after.Validate();
            }
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Many_random_edits_agree_with_an_edited_tree(BlittableMode mode)
    {
        var random = new Random(5);
        var tree = JsonNode.Parse("""{"list":[],"map":{}}""")!;
        using var document = BlittableDocument.Parse("""{"list":[],"map":{}}""", new BlittableOptions { Mode = mode });
        using var editor = new BlittableEditor(document, new BlittableOptions { Mode = mode });
        var list = tree["list"]!.AsArray();
        var map = tree["map"]!.AsObject();
        for (var i = 0; i < 300; i++)
        {
            var value = random.Next(3) == 0 ? $"[{i},\"text {i % 7} of a certain length\"]" : $"{{\"n\":{i},\"s\":\"some longer text {i % 5}\"}}";
            var name = $"k{random.Next(40)}";
            switch (random.Next(4))
            {
                case 0:
                    editor.Append("$.list", Encoding.UTF8.GetBytes(value));
                    list.Add(JsonNode.Parse(value));
                    break;
                case 1 when list.Count > 0:
                    var index = random.Next(list.Count);
                    editor.Remove($"$.list[{index}]");
                    list.RemoveAt(index);
                    break;
                case 2 when map.ContainsKey(name):
                    editor.Remove($"$.map.{name}");
                    map.Remove(name);
                    break;
                default:
                    editor.Set($"$.map.{name}", Encoding.UTF8.GetBytes(value));
                    map[name] = JsonNode.Parse(value);
                    break;
            }
        }

        using var edited = editor.ToDocument();
        using var compacted = editor.Compact();
        Assert.Equal(tree.ToJsonString(), edited.Root.ToJson());
        Assert.Equal(tree.ToJsonString(), compacted.Root.ToJson());
        Assert.InRange(compacted.Bytes.Length, 1, edited.Bytes.Length);
    }

    private static string Edit(BlittableMode mode, Action<BlittableEditor> edit)
    {
        var options = new BlittableOptions { Mode = mode };
        using var document = BlittableDocument.Parse(Json, options);
        using var editor = new BlittableEditor(document, options);
        edit(editor);
        using var edited = editor.ToDocument();
        using var compacted = editor.Compact();
        Assert.Equal(edited.Root.ToJson(), compacted.Root.ToJson());
        return edited.Root.ToJson();
    }

    [Fact]
    public void Values_of_framework_types_are_set_without_JSON()
    {
        using var document = BlittableDocument.Parse("""{"a":0,"list":[0]}""");
        using var editor = new BlittableEditor(document);
        BlittablePath path = "$.list[0]";

        editor.SetNumber("$.a", 12.50m);
        editor.SetString(path, "tëxt"u8);
        editor.SetNull("$.null");
        editor.SetBoolean("$.yes", true);
        editor.SetNumber("$.long", long.MinValue);
        editor.SetNumber("$.ulong", ulong.MaxValue);
        editor.SetNumber("$.double", 0.1);
        editor.SetString("$.text", "a\"b");
        editor.SetGuid("$.guid", new Guid("00112233-4455-6677-8899-aabbccddeeff"));
        editor.SetDate("$.at", new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)));
        editor.SetDate("$.day", new DateOnly(2020, 1, 2));
        editor.SetDate("$.utc", new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc));

        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal(
            """{"a":12.50,"list":["tëxt"],"null":null,"yes":true,"long":-9223372036854775808,"ulong":18446744073709551615,"double":0.1"""
                + ""","text":"a\"b","guid":"00112233-4455-6677-8899-aabbccddeeff","at":"2020-01-02T03:04:05+01:00","day":"2020-01-02","utc":"2020-01-02T03:04:05Z"}""",
            edited.Root.ToJson());
        Assert.True(edited.Root.GetProperty("at"u8).IsDate);
    }

    [Fact]
    public void An_edit_starts_from_bytes_or_from_a_value_in_any_memory()
    {
        using var document = BlittableDocument.Parse("""{"part":{"a":1},"rest":[1,2,3]}""");
        ReadOnlySpan<byte> page = [0, 0, .. document.Bytes.Span, 0];
        var bytes = page.Slice(2, document.Bytes.Length);

        using var ofBytes = new BlittableEditor(bytes);
        using var ofRoot = new BlittableEditor(BlittableValue.Open(bytes));
        using var ofPart = new BlittableEditor(BlittableValue.Open(bytes).GetProperty("part"u8));
        ofBytes.SetNumber("$.part.a", 2);
        ofRoot.SetNumber("$.part.a", 2);
        ofPart.SetNumber("$.a", 2);

        var output = new System.Buffers.ArrayBufferWriter<byte>();
        ofBytes.WriteTo(output);
        Assert.Equal("""{"part":{"a":2},"rest":[1,2,3]}""", BlittableValue.Open(output.WrittenSpan).ToJson());
        Assert.Equal("""{"part":{"a":2},"rest":[1,2,3]}""", ofRoot.ToDocument().Root.ToJson());
        Assert.Equal("""{"a":2}""", ofPart.ToDocument().Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_document_keeps_its_mode_unless_another_is_requested(BlittableMode mode)
    {
        const string text = "the text of a string that Smaz makes shorter than it was";
        using var document = BlittableDocument.Parse("""{"name":"the name of this and of that and of the other","at":"2020-01-02"}""", new BlittableOptions { Mode = mode });
        using var editor = new BlittableEditor(document);
        editor.SetString("$.new", text);
        using var opened = BlittableEditor.Open(document.Bytes.Span);
        opened.SetString("$.new", text);
        using var told = new BlittableEditor(document, new BlittableOptions { Mode = 1 - mode });
        told.SetString("$.new", text);

        Assert.Equal(mode == BlittableMode.Memory, editor.ToDocument().Root.GetProperty("new"u8).TryGetUtf8Span(out _));
        Assert.Equal(mode == BlittableMode.Memory, opened.ToDocument().Root.GetProperty("new"u8).TryGetUtf8Span(out _));
        Assert.Equal(mode != BlittableMode.Memory, told.ToDocument().Root.GetProperty("new"u8).TryGetUtf8Span(out _));
    }
}
