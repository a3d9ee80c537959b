using System.Text;
using System.Text.Json.Nodes;

namespace Blittable.Tests;

/// <summary>The examples of RFC 6902, appendix A, and of RFC 7386, appendix A.</summary>
public class BlittableEditorPatchTests
{
    [Theory]
    [InlineData("""{"foo":"bar"}""", """[{"op":"add","path":"/baz","value":"qux"}]""", """{"baz":"qux","foo":"bar"}""")]
    [InlineData("""{"foo":["bar","baz"]}""", """[{"op":"add","path":"/foo/1","value":"qux"}]""", """{"foo":["bar","qux","baz"]}""")]
    [InlineData("""{"baz":"qux","foo":"bar"}""", """[{"op":"remove","path":"/baz"}]""", """{"foo":"bar"}""")]
    [InlineData("""{"foo":["bar","qux","baz"]}""", """[{"op":"remove","path":"/foo/1"}]""", """{"foo":["bar","baz"]}""")]
    [InlineData("""{"baz":"qux","foo":"bar"}""", """[{"op":"replace","path":"/baz","value":"boo"}]""", """{"baz":"boo","foo":"bar"}""")]
    [InlineData(
        """{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}""",
        """[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]""",
        """{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}""")]
    [InlineData(
        """{"foo":["all","grass","cows","eat"]}""", """[{"op":"move","from":"/foo/1","path":"/foo/3"}]""", """{"foo":["all","cows","eat","grass"]}""")]
    [InlineData(
        """{"baz":"qux","foo":["a",2,"c"]}""",
        """[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]""",
        """{"baz":"qux","foo":["a",2,"c"]}""")]
    [InlineData(
        """{"foo":"bar"}""", """[{"op":"add","path":"/child","value":{"grandchild":{}}}]""", """{"foo":"bar","child":{"grandchild":{}}}""")]
    [InlineData("""{"foo":"bar"}""", """[{"op":"add","path":"/baz","value":"qux","xyz":123}]""", """{"foo":"bar","baz":"qux"}""")]
    [InlineData("""{"/":9,"~1":10}""", """[{"op":"test","path":"/~01","value":10}]""", """{"/":9,"~1":10}""")]
    [InlineData("""{"foo":["bar"]}""", """[{"op":"add","path":"/foo/-","value":["abc","def"]}]""", """{"foo":["bar",["abc","def"]]}""")]
    [InlineData("""{"a":[1,2,3]}""", """[{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"","value":[0]}]""", "[0]")]
    [InlineData("""{"a":[1,2,3]}""", """[{"op":"copy","from":"/a/2","path":"/a/0"},{"op":"move","from":"/a","path":"/a"}]""", """{"a":[3,1,2,3]}""")]
    [InlineData("[]", """[{"op":"add","path":"/0","value":1},{"op":"add","path":"","value":{"":2}},{"op":"replace","path":"/","value":3}]""", """{"":3}""")]
    public void Operations_are_applied_in_order(string json, string patch, string expected)
    {
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
        {
            using var document = BlittableDocument.Parse(json, options);
            using var editor = new BlittableEditor(document);

            editor.ApplyPatch(Encoding.UTF8.GetBytes(patch));

            using var edited = editor.ToDocument();
            edited.Validate();
            Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), edited.ToJsonNode()), edited.Root.ToJson());
        }
    }

    [Theory]
    [InlineData("""{"baz":"qux"}""", """{"op":"test","path":"/baz","value":"bar"}""", BlittableErrorCode.TestFailed)]
    [InlineData("""{"foo":"bar"}""", """{"op":"add","path":"/baz/bat","value":"qux"}""", BlittableErrorCode.NotFound)]
    [InlineData("""{"foo":"bar"}""", """{"op":"add","path":"/baz","value":"qux","op":"remove"}""", BlittableErrorCode.NotFound)]
    [InlineData("""{"/":9,"~1":10}""", """{"op":"test","path":"/~01","value":"10"}""", BlittableErrorCode.TestFailed)]
    [InlineData("[1]", """{"op":"add","path":"/2","value":0}""", BlittableErrorCode.NotFound)]
    [InlineData("[1]", """{"op":"add","path":"/01","value":0}""", BlittableErrorCode.NotFound)]
    [InlineData("[1]", """{"op":"remove","path":"/-"}""", BlittableErrorCode.NotFound)]
    [InlineData("""{"a":{"b":1}}""", """{"op":"move","from":"/a","path":"/a/b"}""", BlittableErrorCode.InvalidPatch)]
    [InlineData("{}", """{"op":"add","path":"a","value":0}""", BlittableErrorCode.InvalidPatch)]
    [InlineData("{}", """{"op":"add","path":"/~2","value":0}""", BlittableErrorCode.InvalidPatch)]
    [InlineData("{}", """{"op":"add","path":"/a"}""", BlittableErrorCode.InvalidPatch)]
    [InlineData("{}", """{"op":"spam","path":"/a"}""", BlittableErrorCode.InvalidPatch)]
    [InlineData("{}", """{"path":"/a"}""", BlittableErrorCode.InvalidPatch)]
    [InlineData("{}", "1", BlittableErrorCode.InvalidPatch)]
    public void A_patch_with_a_failing_operation_changes_nothing(string json, string operation, BlittableErrorCode code)
    {
        using var document = BlittableDocument.Parse(json);
        using var editor = new BlittableEditor(document);
        var patch = $$"""[{"op":"replace","path":"","value":{{json}}},{"op":"test","path":"","value":{{json}}},{{operation}}]""";

        var fault = Assert.Throws<BlittableException>(() => editor.ApplyPatch(Encoding.UTF8.GetBytes(patch)));

        Assert.Equal(code, fault.Code);
        Assert.Contains("operation at index 2", fault.Message, StringComparison.Ordinal);
        Assert.Equal(document.Bytes.ToArray(), editor.ToDocument().Bytes.ToArray());
        editor.ApplyPatch("[]"u8);
    }

    /// <summary>A patch is untrusted input: its numbers are checked in both modes, at every level.</summary>
    [Theory]
    [InlineData("1.2.3")]
    [InlineData("1e")]
    [InlineData("0e+-1")]
    [InlineData("192.168.0.1")]
    [InlineData("01")]
    [InlineData("-")]
    [InlineData("1.5.")]
    public void A_patch_with_a_malformed_number_is_refused_and_changes_nothing(string number)
    {
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
        {
            using var document = BlittableDocument.Parse("""{"a":1.5,"b":[2.5]}""", options);
            using var editor = new BlittableEditor(document);
            foreach (var value in new[] { number, $"[{number}]", $"{{\"c\":[1.5,{number}]}}" })
            {
                AssertNotJson(() => editor.ApplyPatch(Encoding.UTF8.GetBytes($$"""[{"op":"add","path":"/a","value":{{value}}}]""")));
                AssertNotJson(() => editor.ApplyMergePatch(Encoding.UTF8.GetBytes($$"""{"a":{{value}}}""")));
                AssertNotJson(() => editor.Set("$.a", Encoding.UTF8.GetBytes(value)));
                AssertNotJson(() => editor.Append("$.b", Encoding.UTF8.GetBytes(value)));
            }

            Assert.Equal(document.Bytes.ToArray(), editor.ToDocument().Bytes.ToArray());
        }

        static void AssertNotJson(Action edit) => Assert.Contains(
            Assert.Throws<BlittableException>(edit).Code,
            new[] { BlittableErrorCode.InvalidNumber, BlittableErrorCode.UnexpectedCharacter, BlittableErrorCode.UnexpectedEnd, BlittableErrorCode.TrailingCharacters });
    }

    [Fact]
    public void A_merge_patch_nested_too_deeply_is_refused()
    {
        const int depth = 300_000;
        var options = new BlittableOptions { MaxDepth = int.MaxValue };
        using var patch = BlittableDocument.Parse(string.Concat(Enumerable.Repeat("{\"a\":", depth)) + "1" + new string('}', depth), options);
        using var document = BlittableDocument.Parse("{}");
        using var editor = new BlittableEditor(document, options);

        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => editor.ApplyMergePatch(patch.Root)).Code);
        Assert.Equal("{}", editor.ToDocument().Root.ToJson());
    }

    /// <summary>A patch that is a document may be unchecked: an invalid number is detected when it is copied.</summary>
    [Fact]
    public void An_unchecked_patch_with_a_malformed_number_is_refused_and_changes_nothing()
    {
        using var document = BlittableDocument.Parse("""{"a":1.5}""");
        using var patch = BlittableDocument.Parse("""[{"op":"add","path":"/a","value":1.2.3}]""", new BlittableOptions { ValidateNumbers = false });
        using var mergePatch = BlittableDocument.Parse("""{"a":1.2.3}""", new BlittableOptions { ValidateNumbers = false });
        using var editor = new BlittableEditor(document);

        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => editor.ApplyPatch(patch.Root)).Code);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => editor.ApplyMergePatch(mergePatch.Root)).Code);
        Assert.Equal(document.Bytes.ToArray(), editor.ToDocument().Bytes.ToArray());
    }

    [Theory]
    [InlineData("""{"a":"b"}""", """{"a":"c"}""", """{"a":"c"}""")]
    [InlineData("""{"a":"b"}""", """{"b":"c"}""", """{"a":"b","b":"c"}""")]
    [InlineData("""{"a":"b"}""", """{"a":null}""", "{}")]
    [InlineData("""{"a":"b","b":"c"}""", """{"a":null}""", """{"b":"c"}""")]
    [InlineData("""{"a":["b"]}""", """{"a":"c"}""", """{"a":"c"}""")]
    [InlineData("""{"a":"c"}""", """{"a":["b"]}""", """{"a":["b"]}""")]
    [InlineData("""{"a":{"b":"c"}}""", """{"a":{"b":"d","c":null}}""", """{"a":{"b":"d"}}""")]
    [InlineData("""{"a":[{"b":"c"}]}""", """{"a":[1]}""", """{"a":[1]}""")]
    [InlineData("""["a","b"]""", """["c","d"]""", """["c","d"]""")]
    [InlineData("""{"a":"b"}""", """["c"]""", """["c"]""")]
    [InlineData("""{"a":"foo"}""", "null", "null")]
    [InlineData("""{"a":"foo"}""", "\"bar\"", "\"bar\"")]
    [InlineData("""{"e":null}""", """{"a":1}""", """{"e":null,"a":1}""")]
    [InlineData("[1,2]", """{"a":"b","c":null}""", """{"a":"b"}""")]
    [InlineData("{}", """{"a":{"bb":{"ccc":null}}}""", """{"a":{"bb":{}}}""")]
    public void A_merge_patch_replaces_and_removes_members(string json, string patch, string expected)
    {
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
        {
            using var document = BlittableDocument.Parse(json, options);
            using var editor = new BlittableEditor(document);

            editor.ApplyMergePatch(Encoding.UTF8.GetBytes(patch));

            using var edited = editor.ToDocument();
            edited.Validate();
            Assert.Equal(expected, edited.Root.ToJson());
        }
    }
}
