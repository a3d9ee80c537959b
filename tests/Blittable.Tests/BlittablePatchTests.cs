using System.Text.Json.Nodes;
using Blittable.Tests.Json;

namespace Blittable.Tests;

/// <summary>Patches computed from two documents.</summary>
public class BlittablePatchTests
{
    [Theory]
    [InlineData("""{"a":1}""", """{"a":1.0}""", "[]")]
    [InlineData("""{"a":1,"b":2}""", """{"b":2,"a":1}""", "[]")]
    [InlineData("""{"a":1}""", """{"a":2}""", """[{"op":"replace","path":"/a","value":2}]""")]
    [InlineData("""{"a":1}""", """{"a":1,"b/~":[2]}""", """[{"op":"add","path":"/b~1~0","value":[2]}]""")]
    [InlineData("""{"a":1,"b":2}""", """{"a":1}""", """[{"op":"remove","path":"/b"}]""")]
    [InlineData("""{"old":{"x":[1,2]},"b":2}""", """{"new":{"x":[1,2]},"b":2}""", """[{"op":"move","from":"/old","path":"/new"}]""")]
    [InlineData("""{"a":{"b":{"c":1,"d":[1,2,3]}}}""", """{"a":{"b":{"c":1,"d":[1,5,3]}}}""", """[{"op":"replace","path":"/a/b/d/1","value":5}]""")]
    [InlineData("[1,2,3,4]", "[1,3,4]", """[{"op":"remove","path":"/1"}]""")]
    [InlineData("""["aa","bb","cc","dd"]""", """["dd","aa","bb","cc"]""", """[{"op":"move","from":"/3","path":"/0"}]""")]
    [InlineData("""["aaaa","bbbb","cccc","dddd"]""", """["bbbb","cccc","dddd","aaaa"]""", """[{"op":"move","from":"/0","path":"/3"}]""")]
    [InlineData("""["aaaa","bbbb","cccc","dddd"]""", """["aaaa","xxxx","bbbb","cccc","dddd"]""", """[{"op":"add","path":"/1","value":"xxxx"}]""")]
    [InlineData(
        """[{"id":1,"name":"one","n":1},{"id":2,"name":"two","n":2},{"id":3,"name":"three","n":3}]""",
        """[{"id":2,"name":"two","n":5},{"id":3,"name":"three","n":3}]""",
        """[{"op":"remove","path":"/0"},{"op":"replace","path":"/0/n","value":5}]""")]
    [InlineData("[1]", """{"a":1}""", """[{"op":"replace","path":"","value":{"a":1}}]""")]
    [InlineData("[1,2,3]", "[7,8,9]", """[{"op":"replace","path":"","value":[7,8,9]}]""")]
    [InlineData("""{"a":1,"a":2}""", """{"a":2}""", """[{"op":"replace","path":"","value":{"a":2}}]""")]
    public void A_patch_contains_only_the_necessary_operations(string from, string to, string expected)
    {
        using var old = BlittableDocument.Parse(from);
        using var changed = BlittableDocument.Parse(to, BlittableOptions.Balanced);

        using var patch = BlittablePatch.Diff(old, changed);

        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), JsonNode.Parse(patch.ToJson())), patch.ToJson());
        Assert.Equal(expected == "[]", patch.IsEmpty);
        using var result = patch.ApplyTo(old);
        Assert.True(BlittableValue.DeepEquals(changed.Root, result.Root));
    }

    [Fact]
    public void A_patch_converts_any_document_into_any_other()
    {
        var random = new Random(17);
        var json = new RandomJson(17);
        for (var i = 0; i < 400; i++)
        {
            var from = Next();
            var to = i % 4 == 0 ? Next() : RandomEdits.Of(from, random, 1 + random.Next(8));
            using var old = BlittableDocument.From(from);
            using var changed = BlittableDocument.From(to, i % 2 == 0 ? BlittableOptions.Balanced : null);
            using var patch = BlittablePatch.Diff(old, changed);
            using var result = patch.ApplyTo(old);
            Assert.True(BlittableValue.DeepEquals(changed.Root, result.Root), $"{old.Root.ToJson()} to {changed.Root.ToJson()} by {patch.ToJson()}");
            Assert.InRange(patch.ToJson().Length, 2, changed.Root.ToJson().Length + 200);
        }

        JsonNode? Next()
        {
            using var document = BlittableDocument.Parse(json.Next().Minified);
            return JsonNode.Parse(Distinct.Names(document.Root));
        }
    }

    [Theory]
    [InlineData(9, 4, 1, true)]
    [InlineData(40, 1000, 5, true)]
    [InlineData(2000, 3, 90, true)]
    [InlineData(2000, 100_000, 90, true)]
    [InlineData(2000, 100_000, 90, false)]
    public void The_longest_common_subsequence_of_elements_is_kept(int count, int distinct, int edits, bool moves)
    {
        var random = new Random(count + distinct);
        for (var i = 0; i < 4; i++)
        {
            var from = Enumerable.Range(0, count).Select(place => Text(distinct > count ? place : random.Next(distinct))).ToArray();
            var to = from.ToList();
            for (var edit = 0; edit < edits; edit++)
            {
                var place = random.Next(to.Count);
                var element = to[place];
                to.RemoveAt(place);
                to.Insert(moves ? random.Next(to.Count + 1) : place, moves ? element : Text(count + distinct + edit));
            }

            using var old = BlittableDocument.From(new JsonArray([.. from.Select(text => (JsonNode)text)]));
            using var changed = BlittableDocument.From(new JsonArray([.. to.Select(text => (JsonNode)text)]));
            using var patch = BlittablePatch.Diff(old, changed);
            using var result = patch.ApplyTo(old);
            Assert.True(BlittableValue.DeepEquals(changed.Root, result.Root));
            Assert.Equal(count - CommonLength(from, to), patch.Document.Root.Count);
        }

        static string Text(int number) => $"a long text, so that none is shorter than a move: {number:d100}";
    }

    [Theory]
    [InlineData(100_000, 2)]
    [InlineData(100_000, 1_000_000)]
    public void Long_arrays_are_compared_in_bounded_time(int count, int distinct)
    {
        var random = new Random(5);
        var (from, to) = (Shuffled(), Shuffled());
        using var patch = BlittablePatch.Diff(from, to);
        using var result = patch.ApplyTo(from);
        Assert.True(BlittableValue.DeepEquals(to.Root, result.Root));

        BlittableDocument Shuffled() => BlittableDocument.Parse($"[{string.Join(',', Enumerable.Range(0, count).Select(_ => random.Next(distinct)))}]");
    }

    [Fact]
    public void Documents_that_expand_too_much_are_refused()
    {
        using var less = Doubled("a text that is long enough to be stored once");
        using var more = Doubled("a text that is long enough to be stored once, and another one");
        using var untrusted = BlittableDocument.Open(less.Bytes);
        var fault = Assert.Throws<BlittableException>(() => BlittablePatch.Diff(BlittableDocument.Open(more.Bytes).Root, untrusted.Root));
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, fault.Code);

        static BlittableDocument Doubled(string text)
        {
            var document = BlittableDocument.Parse($"[\"{text}\"]", BlittableOptions.Balanced);
            for (var i = 0; i < 24; i++)
            {
                using var builder = new BlittableBuilder(BlittableOptions.Balanced);
                builder.WriteStartArray();
                builder.WriteValue(document.Root);
                builder.WriteValue(document.Root);
                builder.WriteEndArray();
                document = builder.ToDocument();
            }

            return document;
        }
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("""[{"op":"add","path":"/a"}]""")]
    [InlineData("""[{"op":"move","path":"/a"}]""")]
    [InlineData("""[{"op":"jump","path":"/a"}]""")]
    [InlineData("""[{"op":"remove","path":"a"}]""")]
    [InlineData("[1]")]
    public void An_invalid_patch_is_refused_when_it_is_read(string json) =>
        Assert.Equal(BlittableErrorCode.InvalidPatch, Assert.Throws<BlittableException>(() => BlittablePatch.Parse(System.Text.Encoding.UTF8.GetBytes(json))).Code);

    [Theory]
    [InlineData("1", "{0}")]
    [InlineData("[1,2]", "[1,{0},2]")]
    [InlineData("[1,{0},2]", "[2,{1}]")]
    [InlineData("""{"a":1}""", """{"a":1,"b":{0}}""")]
    [InlineData("""{"a":{0}}""", """{"a":{1}}""")]
    public void A_difference_of_values_nested_too_deeply_is_an_error(string from, string to)
    {
        const int depth = 100_000;
        var options = new BlittableOptions { MaxDepth = int.MaxValue };
        var arrays = new string('[', depth) + "1" + new string(']', depth);
        var objects = string.Concat(Enumerable.Repeat("""{"a":""", depth)) + "1" + new string('}', depth);
        using var left = BlittableDocument.Parse(Fill(from), options);
        using var right = BlittableDocument.Parse(Fill(to), options);

        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittablePatch.Diff(left, right)).Code);

        string Fill(string text) => text.Replace("{0}", arrays, StringComparison.Ordinal).Replace("{1}", objects, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_with_a_dictionary_is_patched_with_and_without_options_that_contain_it()
    {
        const string json = """{"state":"shipped","tags":["a"]}""";
        var dictionary = BlittableDictionary.Train(Enumerable.Repeat(new ReadOnlyMemory<byte>(System.Text.Encoding.UTF8.GetBytes(json)), 50));
        var options = BlittableOptions.Balanced with { Dictionary = dictionary };
        using var document = BlittableDocument.Parse(json, options);
        using var patch = BlittablePatch.Parse("""[{"op":"add","path":"/tags/-","value":"b"}]"""u8);

        foreach (var given in (BlittableOptions?[])[options, BlittableOptions.Balanced, null])
        {
            using var patched = patch.ApplyTo(document, given);

            Assert.Equal("""{"state":"shipped","tags":["a","b"]}""", patched.Root.ToJson());
            Assert.True(patched.NeedsDictionary);
        }
    }

    [Fact]
    public void A_merge_patch_follows_its_own_rules()
    {
        using var document = BlittableDocument.Parse("""{"a":1,"b":2}""");
        using var patch = BlittablePatch.Parse("""{"a":null,"c":3}"""u8, BlittablePatchKind.MergePatch);
        using var result = patch.ApplyTo(document);
        Assert.Equal("""{"b":2,"c":3}""", result.Root.ToJson());
    }

    private static int CommonLength(string[] left, List<string> right)
    {
        var lengths = new int[right.Count + 1];
        foreach (var text in left)
        {
            var before = 0;
            for (var j = 0; j < right.Count; j++)
            {
                var above = lengths[j + 1];
                lengths[j + 1] = text == right[j] ? before + 1 : Math.Max(above, lengths[j]);
                before = above;
            }
        }

        return lengths[^1];
    }
}
