using System.Text;
using Blittable.Collections.Stripes.Writing;

namespace Blittable.Collections.Tests.Building;

/// <summary>Tests that one document unlike the others costs only its own bytes and leaves the columns of the others intact.</summary>
public sealed class OddDocumentTests
{
    private const int Count = 2000;

    private static readonly CollectionOptions Options = new() { ChunkRows = 500, Key = "$.id" };

    public static TheoryData<string, string> Odd { get; } = new()
    {
        { "many names", Document(Count, string.Join(',', Enumerable.Range(0, 2500).Select(i => $"\"odd{i}\":{i}"))) },
        { "many nested names", Document(Count, $"\"o\":{{{string.Join(',', Enumerable.Range(0, 9000).Select(i => $"\"odd{i}\":{i}"))}}}") },
        { "more paths than a document adds", Document(Count, $"\"o\":{ManyPaths(200, 200)}") },
        { "names in another order", $$"""{"tags":["b"],"price":5,"id":{{Count}},"city":"x"}""" },
        { "a name twice", $$"""{"id":{{Count}},"price":1,"price":2,"city":"x","tags":[]}""" },
        { "a long array", Document(Count, $"\"tags\":[{string.Join(',', Enumerable.Range(0, 20000))}]") },
        { "deep objects", Document(Count, string.Concat(Enumerable.Repeat("\"a\":{", 200)) + "\"b\":1" + new string('}', 200)) },
        { "deep arrays", Document(Count, "\"tags\":" + new string('[', 200) + "1" + new string(']', 200)) },
        { "objects with many names below an array", Document(Count,
            $"\"tags\":[{{{string.Join(',', Enumerable.Range(0, 2500).Select(i => $"\"odd{i}\":{i}"))}}},\"t\"]") },
    };

    [Theory]
    [MemberData(nameof(Odd))]
    public void An_odd_document_leaves_the_columns_of_the_other_documents_intact(string kind, string odd)
    {
        var regular = Enumerable.Range(0, Count).Select(Regular).ToList();
        var documents = regular.Take(Count / 2).Append(odd).Concat(regular.Skip(Count / 2)).ToList();
        using var without = CollectionReader.Open(CollectionFile.Write(regular, Options));
        using var stream = CollectionFile.Write(documents, Options);
        using var reader = CollectionReader.Open(stream, leaveOpen: true);

        Assert.Equal(
            without.GetColumns().Select(column => (column.Path, column.Type)),
            reader.GetColumns().Where(column => without.GetColumns().Any(known => known.Path == column.Path && known.Type == column.Type))
                .Select(column => (column.Path, column.Type)));
        Assert.True(
            reader.ByteCount < without.ByteCount + (3 * odd.Length) + 4096, $"{kind}: {without.ByteCount} bytes became {reader.ByteCount}.");
        var expected = documents.Select(CollectionFile.Minify).ToList();
        Assert.Equal(expected, CollectionFile.ReadAll(reader));
        using (var found = reader.Find(Count))
        {
            Assert.Equal(expected[Count / 2], found!.Root.ToJson());
        }

        Assert.Equal(Count + 1, reader.Scan().Aggregate(Aggregate.Count("$.id"))[0, 0].GetInt64());
    }

    [Theory]
    [InlineData("$.o.odd199.n199")]
    [InlineData("$.o.odd0.n0")]
    public void Every_path_is_found_if_a_document_has_more_paths_than_it_may_add(string path)
    {
        var documents = Enumerable.Range(0, Count).Select(Regular).Append(Document(Count, $"\"o\":{ManyPaths(200, 200)}"));
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, Options));

        Assert.Equal(1, reader.Scan().Where(Filter.Exists(path)).Count());
        Assert.Equal(Count, reader.Scan().Where(Filter.Not(Filter.Exists(path))).Count());
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void The_schema_does_not_grow_with_the_paths_of_one_document(CollectionLayout layout)
    {
        var few = AllocatedBySchema(layout, ManyPaths(400, 100));
        var many = AllocatedBySchema(layout, ManyPaths(4000, 100));

        Assert.True(many < 1.5 * few + 1_000_000, $"{few} bytes became {many} for ten times as many paths.");
    }

    [Fact]
    public void Documents_stored_as_rows_add_only_the_paths_that_need_columns()
    {
        var inference = new SchemaInference();
        inference.Start([BlittablePath.Parse("$.id"), BlittablePath.Parse("$.lines[*].price")], 100, onlyRequired: true);
        inference.StartGroup();
        using var document = BlittableDocument.Parse("""{"id":1,"a":{"b":2},"lines":[{"price":1,"name":"x"},{"name":"y"}],"more":[[1]]}""");

        inference.Observe(document.Root);
        inference.Observe(document.Root);

        Assert.Equal(["", "id", "lines", "", "price"], inference.Settle(1).Select(node => Encoding.UTF8.GetString(node.Name)));
    }

    [Theory]
    [InlineData("$.odd2499")]
    [InlineData("$.odd7")]
    public void Values_outside_the_schema_are_found_in_their_document(string path)
    {
        var documents = Enumerable.Range(0, Count).Select(Regular).Append(Odd.First().Data.Item2);
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, Options));

        var found = reader.Scan().Where(Filter.Exists(path)).Select("$.id").ToTable();
        Assert.Equal((1, Count), (found.Count, (int)found[0, 0].GetInt64()));
        Assert.Equal(1, reader.Scan().Aggregate(Aggregate.Count(path))[0, 0].GetInt64());
        Assert.Equal(Count, reader.Scan().Where(Filter.Not(Filter.Exists(path))).Count());
    }

    /// <summary>A path that is left out of the schema, because there are too many, and then added again, has forgotten its earlier values.</summary>
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Auto)]
    [InlineData(CollectionLayout.Rows)]
    public void Paths_that_were_left_out_and_added_again_keep_their_earlier_values(CollectionLayout layout)
    {
        using var documents = new MemoryStream();
        using (var writer = CollectionWriter.Create(documents, new CollectionOptions { Layout = layout }, leaveOpen: true))
        using (var builder = new BlittableBuilder())
        {
            builder.WriteStartObject();
            builder.WritePropertyName("q"u8);
            builder.WriteStartObject();
            builder.WritePropertyName("b"u8);
            builder.WriteBinary([1, 2, 3]);
            builder.WriteEndObject();
            builder.WriteEndObject();
            writer.Add(builder);
            writer.Add("""{"p":{"c":7}}"""u8);
            for (var i = 0; i < 9000; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$$"""{"u":{"k{{{i}}}":1}}"""));
            }

            for (var i = 0; i < 3000; i++)
            {
                writer.Add("""{"p":3,"q":{"b":1}}"""u8);
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(documents);

        Assert.Equal([1, 2, 3], reader.Get(0).Root.GetProperty("q").GetProperty("b").GetBytes().ToArray());
        Assert.Equal("""{"p":{"c":7}}""", reader.Get(1).Root.ToJson());
        Assert.Equal(1, reader.Scan().Where("$.p.c", FilterOperator.Equal, 7).Count());
        Assert.Equal(1, reader.Scan().Where("$.p[*]", FilterOperator.Equal, 7).Count());
        Assert.Equal((3000L, 3000L), (reader.Scan().Where("$.p", FilterOperator.Equal, 3).Count(), reader.Scan().Where("$.q.b", FilterOperator.Equal, 1).Count()));
    }

    [Fact]
    public void Queries_and_lookups_see_the_last_of_two_properties_with_the_same_name()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["""{"a":1}""", """{"a":2,"b":0,"a":3}"""]));

        Assert.Equal(4, reader.Scan().Aggregate(Aggregate.Sum("$.a"))[0, 0].GetInt64());
        Assert.Equal(0, reader.Scan().Where("$.a", FilterOperator.Equal, 2).Count());
    }

    [Fact]
    public void Names_that_are_data_create_no_columns()
    {
        var documents = Enumerable.Range(0, 3000).Select(i => $$$"""{"id":{{{i}}},"by":{"u{{{i}}}":{{{i}}},"v{{{i}}}":true}}""").ToList();
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions()));

        Assert.Equal(["$.id"], reader.GetColumns().Select(column => column.Path));
        Assert.Equal(documents, CollectionFile.ReadAll(reader));
        Assert.Equal(2999, reader.Scan().Aggregate(Aggregate.Sum("$.by.u2999"))[0, 0].GetInt64());
    }

    [Fact]
    public void Dates_whose_year_in_UTC_has_no_four_digits_are_bounds_of_columns()
    {
        string[] dates = ["0000-01-01T00:00:00.5+23:59", "2024-02-29T12:00:00Z", "9999-12-31T23:00:00-08:00"];
        var options = CollectionFile.Small with { Layout = CollectionLayout.Columns };
        using var reader = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, 60).Select(i => $$"""{"at":"{{dates[i % 3]}}"}"""), options));

        var column = Assert.Single(reader.GetColumns());

        Assert.Equal(("0000-01-01T00:00:00.500+23:59", "9999-12-31T07:01:00-23:59"), (column.Min, column.Max));
    }

    [Fact]
    public void Wide_documents_have_a_column_for_each_name()
    {
        var documents = Enumerable.Range(0, 200).Select(i => $"{{{string.Join(',', Enumerable.Range(0, 700).Select(n => $"\"n{n}\":{i + n}"))}}}").ToList();
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions()));

        Assert.Equal(700, reader.GetColumns().Count);
        Assert.Equal(documents, CollectionFile.ReadAll(reader));
    }

    private static long AllocatedBySchema(CollectionLayout layout, string json)
    {
        var inference = new SchemaInference();
        using var document = BlittableDocument.Parse(json);
        inference.Start([], 1, layout != CollectionLayout.Columns);
        inference.StartGroup();
        var before = GC.GetAllocatedBytesForCurrentThread();
        inference.Observe(document.Root);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static string ManyPaths(int objects, int names)
    {
        var properties = string.Join(',', Enumerable.Range(0, names).Select(i => $"\"n{i}\":{i}"));
        return $"{{{string.Join(',', Enumerable.Range(0, objects).Select(i => $"\"odd{i}\":{{{properties}}}"))}}}";
    }

    private static string Document(int id, string more) => $$"""{"id":{{id}},"price":1.5,"city":"Ulm",{{more}}}""";

    private static string Regular(int id) => $$"""{"id":{{id}},"price":{{id % 90}}.25,"city":"city {{id % 13}}","tags":["t{{id % 5}}"]}""";
}
