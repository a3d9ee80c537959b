using System.Text;
using System.Text.Json.Nodes;
using Blittable.Tests.Json;

namespace Blittable.Tests;

/// <summary>Normalized paths of results, and edits of all matches of a query.</summary>
public class BlittableMatchesTests
{
    private const string Store = """{"store":{"book":[{"title":"A","price":8},{"title":"B","price":12}],"bicycle":{"price":19}},"o'k\"\\":{"\u0001\n\b/~😀":[[1]]}}""";

    [Theory]
    [InlineData("$", "$", "")]
    [InlineData("$.store.book[*].title", "$['store']['book'][0]['title'] $['store']['book'][1]['title']", "/store/book/0/title /store/book/1/title")]
    [InlineData("$..price", "$['store']['book'][0]['price'] $['store']['book'][1]['price'] $['store']['bicycle']['price']", null)]
    [InlineData("$.store.book[-1]", "$['store']['book'][1]", "/store/book/1")]
    [InlineData("$.store.book[::-1].price", "$['store']['book'][1]['price'] $['store']['book'][0]['price']", null)]
    [InlineData("$..[?@.price>10]", "$['store']['bicycle'] $['store']['book'][1]", null)]
    [InlineData("$.store.bicycle['price','price']", "$['store']['bicycle']['price'] $['store']['bicycle']['price']", null)]
    [InlineData("$[1]", "", "")]
    [InlineData("$['o\\'k\"\\\\'].*[0][0]", """$['o\'k"\\']['\u0001\n\b/~😀'][0][0]""", "/o'k\"\\/\u0001\n\b~1~0😀/0/0")]
    public void A_match_has_a_normalized_path_and_a_pointer(string query, string paths, string? pointers)
    {
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Smallest })
        {
            using var document = BlittableDocument.Parse(Store, options);
            var matches = BlittableJsonPath.Parse(query).Evaluate(document.Root);
            var (foundPaths, foundPointers) = (new List<string>(), new List<string>());
            for (var i = 0; i < matches.Count; i++)
            {
                foundPaths.Add(matches.GetPath(i).ToString());
                foundPointers.Add(matches.GetPointer(i).ToString());
            }

            Assert.Equal(paths, string.Join(' ', foundPaths));
            Assert.Equal(pointers ?? string.Join(' ', foundPointers), string.Join(' ', foundPointers));
        }
    }

    [Fact]
    public void The_path_and_the_pointer_of_a_match_lead_to_its_value()
    {
        var random = new RandomJson(91);
        string[] queries = ["$..*", "$..[0,-1]", "$..[?@.id || @[0]]", "$..[1:]", "$.*..*", "$..['name','id']"];
        for (var i = 0; i < 150; i++)
        {
            using var repeated = BlittableDocument.Parse(random.Next().Minified);
            using var document = BlittableDocument.Parse(Distinct.Names(repeated.Root), i % 2 == 0 ? BlittableOptions.Fastest : BlittableOptions.Smallest);
            foreach (var query in queries)
            {
                var matches = BlittableJsonPath.Parse(query).Evaluate(document.Root);
                for (var match = 0; match < matches.Count; match++)
                {
                    var path = matches.GetPath(match);
                    Assert.True(path.TryEvaluate(document.Root, out var byPath));
                    Assert.True(matches.GetPointer(match).TryEvaluate(document.Root, out var byPointer));
                    Assert.Equal(matches.GetPointer(match).ToPath(document.Root).ToString(), path.ToString());
                    Assert.Equal(path, BlittablePath.Parse(path.ToString()));
                    Assert.Equal(1, BlittableJsonPath.Parse(path.ToString()).Evaluate(document.Root).Count);
                    Assert.Equal(matches[match].ToJson(), byPath.ToJson());
                    Assert.Equal(byPath.ToJson(), byPointer.ToJson());
                }
            }
        }
    }

    [Fact]
    public void Memory_for_paths_is_proportional_to_the_values_visited()
    {
        const int depth = 400;
        var deep = string.Concat(Enumerable.Repeat("[", depth)) + string.Concat(Enumerable.Repeat("]", depth));
        using var document = BlittableDocument.Parse(deep);
        var matches = BlittableJsonPath.Parse("$..*").Evaluate(document.Root);
        _ = matches.GetPath(0);
        var before = GC.GetAllocatedBytesForCurrentThread();

        var again = BlittableJsonPath.Parse("$..*").Evaluate(document.Root);
        Assert.Equal("$[0]", again.GetPath(0).ToString());

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, depth * 200);
    }

    [Theory]
    [InlineData("$..price", """{"store":{"book":[{"title":"A","price":0},{"title":"B","price":0}],"bicycle":{"price":0}},"x":[[1,2],[3]]}""", 3)]
    [InlineData("$..book..*", """{"store":{"book":[0,0],"bicycle":{"price":19}},"x":[[1,2],[3]]}""", 2)]
    [InlineData("$.x..[?@>1]", """{"store":{"book":[{"title":"A","price":8},{"title":"B","price":12}],"bicycle":{"price":19}},"x":[[1,0],[0]]}""", 2)]
    [InlineData("$", "0", 1)]
    [InlineData("$.none", null, 0)]
    public void All_matches_of_a_query_are_set(string query, string? expected, int count)
    {
        const string json = """{"store":{"book":[{"title":"A","price":8},{"title":"B","price":12}],"bicycle":{"price":19}},"x":[[1,2],[3]]}""";
        Edited(json, expected ?? json, editor => Assert.Equal(count, editor.SetAll(BlittableJsonPath.Parse(query), "0"u8)));
    }

    [Theory]
    [InlineData("$.a[?@>1]", """{"a":[1],"b":{"c":[4],"d":5}}""", 2)]
    [InlineData("$.a[0,1,2,1]", """{"a":[],"b":{"c":[4],"d":5}}""", 3)]
    [InlineData("$.b.*", """{"a":[1,2,3],"b":{}}""", 2)]
    [InlineData("$..[0]", """{"a":[2,3],"b":{"c":[],"d":5}}""", 2)]
    [InlineData("$..*", "{}", 2)]
    public void All_matches_of_a_query_are_removed(string query, string expected, int count) =>
        Edited("""{"a":[1,2,3],"b":{"c":[4],"d":5}}""", expected, editor => Assert.Equal(count, editor.RemoveAll(BlittableJsonPath.Parse(query))));

    [Fact]
    public void The_matched_property_is_removed_if_its_name_is_repeated()
    {
        using var document = BlittableDocument.Parse("""{"a":1,"a":2,"b":3}""");
        using var editor = new BlittableEditor(document);
        Assert.Equal(1, editor.RemoveAll(BlittableJsonPath.Parse("$[?@==1]")));
        Assert.Equal("""{"a":2,"b":3}""", editor.ToDocument().Root.ToJson());
    }

    [Fact]
    public void The_root_cannot_be_removed()
    {
        using var document = BlittableDocument.Parse("[1]");
        using var editor = new BlittableEditor(document);
        var fault = Assert.Throws<BlittableException>(() => editor.RemoveAll(BlittableJsonPath.Parse("$")));
        Assert.Equal(BlittableErrorCode.InvalidPath, fault.Code);
        Assert.Equal("[1]", editor.ToDocument().Root.ToJson());
    }

    [Theory]
    [InlineData("{}", "$.a.b.c", """{"a":{"b":{"c":0}}}""")]
    [InlineData("{}", "$.a[0].b[0]", """{"a":[{"b":[0]}]}""")]
    [InlineData("""{"a":{"x":1}}""", "$.a.b.c", """{"a":{"x":1,"b":{"c":0}}}""")]
    [InlineData("""{"a":[1,2]}""", "$.a[2].b", """{"a":[1,2,{"b":0}]}""")]
    [InlineData("""{"a":[1,2]}""", "$.a[2]", """{"a":[1,2,0]}""")]
    [InlineData("""{"a":[1,2]}""", "$.a[-1]", """{"a":[1,0]}""")]
    [InlineData("[]", "$", "0")]
    public void Missing_containers_are_created_along_the_path(string json, string path, string expected) =>
        Edited(json, expected, editor => editor.Set(path, "0"u8, createParents: true));

    [Theory]
    [InlineData("{}", "$.a[1]", BlittableErrorCode.NotFound)]
    [InlineData("{}", "$[0]", BlittableErrorCode.NotFound)]
    [InlineData("[]", "$.a", BlittableErrorCode.NotFound)]
    [InlineData("[1]", "$[-2]", BlittableErrorCode.NotFound)]
    [InlineData("""{"a":null}""", "$.a.b", BlittableErrorCode.WrongKind)]
    [InlineData("""{"a":"text"}""", "$.a.b.c", BlittableErrorCode.WrongKind)]
    [InlineData("1", "$.a", BlittableErrorCode.WrongKind)]
    public void Nothing_is_created_if_the_path_cannot_be_completed(string json, string path, BlittableErrorCode code)
    {
        using var document = BlittableDocument.Parse(json);
        using var editor = new BlittableEditor(document);
        Assert.Equal(code, Assert.Throws<BlittableException>(() => editor.Set(path, "0"u8, createParents: true)).Code);
        Assert.Equal(json, editor.ToDocument().Root.ToJson());
    }

    private static void Edited(string json, string expected, Action<BlittableEditor> edit)
    {
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
        {
            using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json), options);
            using var editor = new BlittableEditor(document);
            edit(editor);
            using var edited = editor.ToDocument();
            edited.Validate();
            Assert.True(JsonNode.DeepEquals(JsonNode.Parse(expected), edited.ToJsonNode()), edited.Root.ToJson());
        }
    }
}
