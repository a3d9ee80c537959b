using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests updates that assign the results of expressions.</summary>
public sealed class UpdateWhereAssignmentTests
{
    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Expressions_are_evaluated_on_the_document_before_the_change(CollectionLayout layout)
    {
        var left = Update(
            layout,
            [.. Enumerable.Range(0, 100).Select(id => Document(id))],
            "$.id % 2 = 0",
            Set("$.a", "$.b.c"), Set("$.b.c", "$.a"), Set("$.sum", "$.a + $.b.c"), Set("$.a", "$.id * 10"));

        Assert.Equal(
            Enumerable.Range(0, 100).Select(id => id % 2 == 0
                ? $$$"""{"id":{{{id}}},"a":{{{id * 10}}},"b":{"c":{{{id}}}},"sum":{{{id + 2}}}}"""
                : Document(id)),
            left);

        static string Document(int id) => $$$"""{"id":{{{id}}},"a":{{{id}}},"b":{"c":2}}""";
    }

    /// <summary>Copied values keep their text, objects and arrays included; missing values become null.</summary>
    [Theory]
    [MemberData(nameof(Layouts))]
    public void Copied_values_keep_their_text(CollectionLayout layout)
    {
        string[] values =
        [
            "1", "1.50", "-0", "1E5", "12345678901234567890.1230", "0.1e-300", "\"text\"", "\"\\u0000\\\"\"", "\"2026-11-29T12:00:00.500+02:00\"", "\"2026-11-29\"", "true", "null",
            "[1,2.0,{\"x\":[]}]", "{\"x\":1.10}",
        ];
        foreach (var mixed in (bool[])[false, true])
        {
            foreach (var value in values)
            {
                // In a mixed collection, the column has values of all kinds.
                string[] documents = [.. Enumerable.Range(0, 60).Select(id => $$"""{"id":{{id}},"v":{{(mixed && id % 2 == 1 ? values[id % values.Length] : value)}}}""")];

                var left = Update(layout, documents, "$.id % 2 = 0", Set("$.copy", "$.v"), Set("$.none", "$.missing"));

                Assert.Equal(documents.Select((json, id) => id % 2 == 0 ? $$"""{{json[..^1]}},"copy":{{value}},"none":null}""" : json), left);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Computed_values_are_exact(CollectionLayout layout)
    {
        var left = Update(
            layout,
            [.. Enumerable.Range(0, 40).Select(id => $$"""{"id":{{id}},"price":0.1,"quantity":3,"name":"Ä{{id}}","at":"2026-11-29T12:34:56Z"}""")],
            "$.price < 1 and $.name like '%1'",
            Set("$.total", "$.price * $.quantity"), Set("$.name", "lower($.name)"), Set("$.day", "date_trunc(day, $.at)"), Set("$.is", "case when $.quantity > 2 then true else false end"), Set("$.price", "null"));

        Assert.Equal(4, left.Count(json => json.Contains("total", StringComparison.Ordinal)));
        Assert.Equal("""{"id":31,"price":null,"quantity":3,"name":"ä31","at":"2026-11-29T12:34:56Z","total":0.3,"day":"2026-11-29T00:00:00Z","is":true}""", left[31]);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Json_is_set_and_a_missing_parent_is_an_error(CollectionLayout layout)
    {
        string[] documents = ["""{"id":0,"p":{}}""", """{"id":1,"p":[5]}""", """{"id":2,"p":{"q":1}}"""];
        var json = CollectionAssignment.FromJson(BlittablePath.Parse("$.p"), "{\"y\": [1.0]}"u8);

        Assert.Equal(
            ["""{"id":0,"p":{"y":[1.0]}}""", """{"id":1,"p":{"y":[1.0]}}""", documents[2]],
            Update(layout, documents, "$.id < 2", json));
        Assert.Equal([documents[0], """{"id":1,"p":[1]}""", documents[2]], Update(layout, documents, "$.id = 1", Set("$.p[0]", "$.id")));

        // A parent that an earlier assignment creates exists.
        Assert.Equal(
            ["""{"id":0,"p":{"y":[1.0],"z":0}}""", .. documents[1..]],
            Update(layout, documents, "$.id = 0", json, Set("$.p.z", "$.id")));
        Assert.Throws<BlittableException>(() => Update(layout, documents, "$.id = 0", Set("$.p.q.r", "1")));
    }

    /// <summary>Documents with equal contents, and documents with two properties of one name, are changed like any other.</summary>
    [Theory]
    [MemberData(nameof(Layouts))]
    public void Duplicates_are_changed_once_each(CollectionLayout layout)
    {
        Assert.Equal(
            Enumerable.Repeat("""{"id":2,"n":1}""", 50),
            Update(layout, [.. Enumerable.Repeat("""{"id":1,"n":1}""", 50)], "$.id = 1", Set("$.id", "$.id + 1")));

        string[] twice = ["""{"id":1,"n":1,"n":2}"""];
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(twice[0]));
        using var editor = new BlittableEditor(document);
        editor.Set(BlittablePath.Parse("$.n"), "1"u8);
        using var expected = editor.ToDocument();
        Assert.Equal([expected.Root.ToJson()], Update(layout, twice, "$.id = 1", Set("$.n", "$.id")));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Uncommitted_documents_and_keys_are_changed(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Layout = layout, Key = "$.id" }, leaveOpen: true))
        {
            Add(writer, 0, 50);
            writer.Commit();
            Add(writer, 50, 60);
            Assert.True(writer.Delete(40));
            Assert.Equal(19, writer.UpdateWhere(Filter.Parse("$.id >= 40"), [Set("$.id", "$.id + 100"), Set("$.n", "$.id")]));
            Assert.Equal(19, writer.UpdateWhere(Filter.Parse("$.id >= 140"), [Set("$.n", "$.n + 1")]));
            Assert.Equal(59, writer.Count);
            Assert.False(writer.Delete(41));
            Assert.Equal(50, CollectionFile.ReadAll(stream).Count);

            // A key that another document has is refused, and the document stays.
            Assert.Throws<BlittableException>(() => writer.UpdateWhere(Filter.Parse("$.id = 3"), [Set("$.id", "$.id + 1")]));
            writer.Commit();
        }

        Assert.Equal(
            [.. Enumerable.Range(0, 40).Select(id => $$"""{"id":{{id}},"n":0}"""), .. Enumerable.Range(41, 19).Select(id => $$"""{"id":{{id + 100}},"n":{{id + 1}}}""")],
            CollectionFile.ReadAll(stream));
    }

    [Fact]
    public void Invalid_arguments_and_cancellation_change_nothing()
    {
        using var writer = CollectionWriter.Create(new MemoryStream(), CollectionFile.Small);
        Add(writer, 0, 10);
        var path = BlittablePath.Parse("$.n");

        Assert.Throws<ArgumentNullException>(() => writer.UpdateWhere(Filter.All(), (IEnumerable<CollectionAssignment>)null!));
        Assert.Throws<ArgumentNullException>(() => new CollectionAssignment(null!, 1));
        Assert.Throws<ArgumentNullException>(() => new CollectionAssignment(path, null!));
        Assert.Throws<ArgumentException>(() => Set("$.n[*]", "1"));
        Assert.Throws<BlittableException>(() => CollectionAssignment.FromJson(path, "{"u8));
        Assert.Throws<BlittableException>(() => writer.UpdateWhere(Filter.All(), [Set("$.n", "$.items[*].x")]));
        Assert.Throws<OperationCanceledException>(() => writer.UpdateWhere(Filter.All(), [Set("$.n", "1")], new CancellationToken(canceled: true)));
        Assert.Equal(0, writer.UpdateWhere(Filter.Parse("$.n = 1"), [Set("$.n", "2")]));
        Assert.Equal(10, writer.Count);
        Assert.Equal("$.n = ($.id + 1)", new CollectionAssignment(path, ScanExpression.Parse("$.id + 1")).ToString());
        Assert.Equal("$.n = [1]", CollectionAssignment.FromJson(path, "[1]"u8).ToString());
    }

    private static CollectionAssignment Set(string path, string expression) => new(BlittablePath.Parse(path), ScanExpression.Parse(expression));

    private static void Add(CollectionWriter writer, int first, int end)
    {
        for (var id = first; id < end; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"n":0}"""));
        }
    }

    /// <summary>Updates a committed collection in one commit, and returns its documents ordered by id; documents with equal ids stay in their order.</summary>
    private static List<string> Update(CollectionLayout layout, string[] documents, string filter, params CollectionAssignment[] assignments)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Layout = layout }, leaveOpen: true))
        {
            foreach (var document in documents)
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
            }

            writer.Commit();
            var before = CollectionFile.ReadAll(stream);
            writer.UpdateWhere(Filter.Parse(filter), assignments);
            Assert.Equal(before, CollectionFile.ReadAll(stream));
            writer.Commit();
            Assert.Equal(2, writer.CommitNumber);
        }

        using var reader = CollectionReader.Open(new MemoryStream(stream.ToArray()));
        reader.Validate();
        var left = new List<(long Id, string Json)>();
        reader.ForEach((_, document) => left.Add((document.GetProperty("id"u8).GetInt64(), document.ToJson())));
        return [.. left.OrderBy(document => document.Id).Select(document => document.Json)];
    }
}
