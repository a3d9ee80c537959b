using System.Globalization;
using System.Text;
using Blittable.Collections;
using Blittable.Collections.Tests;
using Blittable.DuckDB.Scanning;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests that lists and structs read from stored columns have the values of the documents.</summary>
public sealed class StoredListTests : IDisposable
{
    /// <summary>The number of chunk groups of 300 documents: three in each of seven stripes, and two in the last stripe.</summary>
    private const int GroupCount = 23;

    private static readonly CollectionOptions Keyed = CollectionFile.Small with { Layout = CollectionLayout.Columns, Key = "$.id" };

    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-duckdb-").FullName;

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Replaced_and_deleted_documents_have_the_values_that_DuckDB_reads_from_their_JSON(int seed)
    {
        CollectionOptions[] layouts = [Keyed, Keyed with { Layout = CollectionLayout.Rows }, Keyed with { Layout = CollectionLayout.Hybrid, Columns = ["$.ints[*]", "$.items[*].sku", "$.nested[*][*]"] }];
        foreach (var options in layouts)
        {
            var random = new Random(seed);
            var documents = new SortedDictionary<int, string>();
            var path = Path.Combine(_folder, $"{options.Layout}.blic");
            using var writer = CollectionWriter.Create(path, options);
            Write(0, 150);
            using var reader = CollectionReader.Open(path);
            using var session = new Session();
            session.Query("SET TimeZone = 'UTC'");
            session.Connection.AttachCollection("t", reader);
            AssertDocuments();

            // Replaces some documents, adds others, and deletes some.
            Write(100, 260);
            foreach (var id in documents.Keys.Where(_ => random.Next(5) == 0).ToList())
            {
                Assert.True(writer.Delete(id));
                documents.Remove(id);
            }

            writer.Commit();
            Assert.True(reader.Refresh());
            AssertDocuments();

            void Write(int first, int end)
            {
                for (var id = first; id < end; id++)
                {
                    documents[id] = RandomOrder.Write(random, id, isIrregular: seed % 3 == 0);
                    writer.Update(Encoding.UTF8.GetBytes(documents[id]));
                }

                writer.Commit();
            }

            void AssertDocuments()
            {
                var file = Path.Combine(_folder, "documents.json");
                File.WriteAllLines(file, documents.Values);
                JsonOracle.AssertEqual(session, "t", file);
            }
        }
    }

    [Theory]
    [InlineData("[1,2]|[]|null|[null,3]|-", true)]
    [InlineData("[1.50,2]|[-0.001,7.00]|[]", true)]
    [InlineData("[18446744073709551615,0.5]|[-1.25]", true)]
    [InlineData("[1e3,0.1,-0.0,1234567890123456]|[2,3]", true)]
    [InlineData("[0.1234567890123456,1e-9]|[1234567890123456.0]", true)]
    [InlineData("""["a","","größer als zwölf Bytes 💶",null]|[]""", true)]
    [InlineData("""["2026-11-27","soon","2026-11-27T12:34:56.123456789Z"]|["x"]""", true)]
    [InlineData("""["2026-11-27T12:34:56.5+02:00",null]|["0001-01-01T00:00:00Z"]""", true)]
    [InlineData("""["2026-11-27",null]|["0001-01-01"]""", true)]
    [InlineData("[true,null,false]|[]|-", true)]
    [InlineData("[[1,2],[],null,[null]]|[]|[[]]", true)]
    [InlineData("""[{"a":1,"b":[{"c":"x"},{}]},null,{}]|[{"b":null,"a":2}]|-""", true)]
    [InlineData("""{}|{"a":null,"l":[1]}|{"l":[],"a":null}|null|-""", true)]
    [InlineData("[null]|[]|null", true)]
    [InlineData("""{"a":1,"b":{"c":[]}}|{"b":{"c":[null]}}|{"b":{}}""", true)]
    [InlineData("""[1,"x"]|[true]""", true)]
    [InlineData("""[{"a":1},{"a":"x"}]|[]""", true)]
    [InlineData("[123456789012345678901234567890123456789]|[1]", true)]
    [InlineData("""["a\"b\\\u0001\n/é💶",1.50,1e3,-0.0]|["2026-11-27T12:34:56.5+02:00",true,null,1.0,7,1234567890123456789012]|[]|[[]]""", false)]
    [InlineData("""["a\"b\\\u0001\n/é💶",1.50,1e3,-0.0]|["2026-11-27T12:34:56.5+02:00",true,null,1.0,7,1234567890123456789012]|[]""", true)]
    [InlineData("""{"s":1.50,"l":[]}|{"s":"2026-11-27","l":null}|{"s":2.0,"l":["\u001fx"]}|{"s":null,"l":[3.0,"2026-11-27 01:02:03.123456789"]}""", true)]

    // Only documents have the texts of values of several kinds with containers, and of objects with any names.
    [InlineData("""[1,{"x":2}]|[true]""", false)]
    [InlineData("""[{"a":{"":1}}]|[]""", false)]
    public void Values_of_stored_columns_equal_values_of_documents(string values, bool areStored)
    {
        ArgumentNullException.ThrowIfNull(values);
        var forms = values.Split('|');
        var documents = Enumerable.Range(0, 300).Select(id => forms[id * 7 / 3 % forms.Length] is var form && form == "-" ? $"{{\"id\":{id}}}" : $"{{\"id\":{id},\"v\":{form}}}").ToList();
        using var columns = CollectionReader.Open(CollectionFile.Write(documents, Keyed));
        using var rows = CollectionReader.Open(CollectionFile.Write(documents, Keyed with { Layout = CollectionLayout.Rows }));
        using var session = new Session();
        session.Connection.AttachCollection("c", columns);
        session.Connection.AttachCollection("r", rows);

        Assert.Equal(areStored ? GroupCount : 0, CountStored(columns));
        Assert.Equal(0, CountStored(rows));
        Assert.Equal(session.Query("SELECT id, v::VARCHAR FROM r ORDER BY id"), session.Query("SELECT id, v::VARCHAR FROM c ORDER BY id"));
        Assert.Equal(session.Query("SELECT typeof(v) FROM r LIMIT 1"), session.Query("SELECT typeof(v) FROM c LIMIT 1"));
        Assert.Equal("0", session.Query("SELECT count(*) FROM (SELECT c FROM c EXCEPT ALL SELECT r FROM r)"));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Types_and_the_order_of_fields_do_not_depend_on_the_layout(int seed)
    {
        CollectionOptions[] layouts = [Keyed, Keyed with { Layout = CollectionLayout.Rows }, Keyed with { Layout = CollectionLayout.Hybrid, Columns = ["$.items[*].sku"] }];
        var types = layouts.Select(options =>
        {
            var random = new Random(seed);
            var path = Path.Combine(_folder, $"{options.Layout}.blic");
            using (var writer = CollectionWriter.Create(path, options))
            {
                for (var id = 0; id < 400; id++)
                {
                    writer.Add(Encoding.UTF8.GetBytes(RandomOrder.Write(random, id, isIrregular: seed % 3 == 0)));
                }

                writer.Commit();
                for (var id = 0; id < 400; id += random.Next(1, 4))
                {
                    Assert.True(writer.Delete(id));
                }

                writer.Commit();
            }

            using var reader = CollectionReader.Open(path);
            using var session = new Session();
            session.Connection.AttachCollection("t", reader);
            return session.Query("SELECT column_name, column_type FROM (DESCRIBE t) ORDER BY column_name");
        }).ToList();

        Assert.Equal(types[1], types[0]);
        Assert.Equal(types[1], types[2]);
    }

    [Theory]
    [InlineData("""{"a":%,"b":[{"c":"x","d":1.5},null],"e":["2026-11-27",[]]}""", null, 0)]
    [InlineData("""[%,"x",true,1e30]""", null, 0)]

    // Names that are out of order, that occur twice, or that are rare.
    [InlineData("""{"a":%,"b":[{"c":"x","d":1.5}]}""", """{"b":[{"d":2,"c":null}],"a":1}""", 1)]
    [InlineData("""{"a":%,"b":2}""", """{"a":1,"b":2,"a":3}""", 1)]
    [InlineData("""{"a":%,"b":2}""", """{"a":1,"b":{"z":[1]}}""", 1)]
    public void Types_are_determined_without_reading_documents_whose_values_are_stored_in_columns(string value, string? other, int documents)
    {
        ArgumentNullException.ThrowIfNull(value);
        var values = Enumerable.Range(0, 3000).Select(id => id == 2500 && other is not null ? other : value.Replace("%", $"{id}", StringComparison.Ordinal)).ToList();
        using var reader = CollectionReader.Open(CollectionFile.Write(values.Select((text, id) => $"{{\"id\":{id},\"v\":{text}}}"), new CollectionOptions { ChunkRows = 256, Layout = CollectionLayout.Columns }));
        using var rows = CollectionReader.Open(CollectionFile.Write(values.Select(text => $"{{\"v\":{text}}}"), new CollectionOptions { Layout = CollectionLayout.Rows }));

        var (survey, expected) = (Survey(reader), Survey(rows));

        Assert.Equal(documents, survey.DocumentCount);
        Assert.Equal(3000, expected.DocumentCount);
        Assert.Equal(Describe(expected.Surveys["v"].ToColumn("v", "$.v")), Describe(survey.Surveys["v"].ToColumn("v", "$.v")));
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void Many_properties_need_no_memory_for_each_document(CollectionLayout layout)
    {
        const int properties = 2_000;
        var documents = Enumerable.Range(0, 10_000).Select(id => id % 1_000 == 0 ? $$"""{"v":[{{id}}],"p{{id}}":[1,{"x":"y"}]}""" : $$"""{"v":[{{id}}]}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = layout }));
        var survey = new BatchSurvey(Enumerable.Range(0, properties).Select(i => $"p{i * 100}").Append("v"), reader.MaxExpandedBytes);
        Observe(survey, reader);

        // The first pass also sets up the buffers of the thread. Each flag of a row and a property would be a byte of 20 MB.
        survey = new BatchSurvey(Enumerable.Range(0, properties).Select(i => $"p{i * 100}").Append("v"), reader.MaxExpandedBytes);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Observe(survey, reader);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000_000);
        var columns = survey.Surveys.ToDictionary(entry => entry.Key, entry => Describe(entry.Value.ToColumn(entry.Key, "$.x")));
        Assert.StartsWith("v List", columns["v"], StringComparison.Ordinal);
        Assert.StartsWith("p1000 List", columns["p1000"], StringComparison.Ordinal);
        Assert.DoesNotContain("List", columns["p1100"], StringComparison.Ordinal);
    }

    private static BatchSurvey Survey(CollectionReader reader)
    {
        var survey = new BatchSurvey(["v"], reader.MaxExpandedBytes);
        Observe(survey, reader);
        return survey;
    }

    private static void Observe(BatchSurvey survey, CollectionReader reader)
    {
        foreach (var batch in reader.Scan().Select((string[])[]))
        {
            survey.Observe(batch);
        }
    }

    private static string Describe(TableColumn column) =>
        $"{column.Name} {column.Kind} {column.Scale} {column.HasContainers} {column.HasOnlyFilledObjects} ({string.Join(", ", column.Children.Select(Describe))})";

    /// <summary>Counts the batches whose column <c>v</c> is read from stored columns.</summary>
    private static int CountStored(CollectionReader reader)
    {
        var columns = new NestedColumns(reader, CollectionTable.Of(reader).Columns.Where(column => column.Name == "v"));
        var count = 0;
        foreach (var batch in reader.Scan().Select((string[])[]))
        {
            columns.MoveTo(batch);
            count += columns.AreStored[0] ? 1 : 0;
        }

        return count;
    }

    /// <summary>Writes random orders whose values have the same kind in all orders, except for irregular values.</summary>
    private static class RandomOrder
    {
        public static string Write(Random random, int id, bool isIrregular)
        {
            List<string> properties =
            [
                List("ints", random, () => random.Next(4) == 0 ? random.NextInt64().ToString(CultureInfo.InvariantCulture) : $"{random.Next(-5, 5)}"),
                List("prices", random, () => $"{random.Next(-99, 99)}.{random.Next(10)}{(random.Next(2) == 0 ? "0" : "5")}"),
                List("reals", random, () => $"{random.Next(-99, 99)}.{random.Next(1, 1_000_000)}e{random.Next(-200, 200)}"),
                List("flags", random, () => random.Next(2) == 0 ? "true" : "false"),
                List("days", random, () => $"\"20{random.Next(10, 40)}-0{random.Next(1, 10)}-1{random.Next(10)}\""),
                List("texts", random, () => random.Next(3) == 0 ? $"\"{new string('é', random.Next(20))}\"" : random.Next(3) == 0 ? "\"2026-11-27\"" : $"\"text {random.Next(9)}\""),
                List("nested", random, () => Array(random, () => $"{random.Next(99)}")),
                List("items", random, () => Object(random,
                [
                    $"\"sku\":\"A-{random.Next(30)}\"", $"\"count\":{random.Next(9)}", Field("tags", Array(random, () => $"\"tag number {random.Next(30)}\"")),
                    Field("size", Object(random, [$"\"w\":{random.Next(9)}.5", $"\"at\":\"2026-11-{random.Next(10, 30)}T01:02:0{random.Next(10)}Z\""])),
                ])),
                Field("customer", Object(random, [$"\"name\":\"customer {random.Next(9)}\"", Field("visits", Array(random, () => $"{random.Next(9)}"))])),
            ];
            if (isIrregular)
            {
                properties.Add(List("mixed", random, () => random.Next(5) switch { 0 => "1", 1 => "\"x\"", 2 => "{\"a\":[1]}", 3 => "[true]", _ => "{}" }));
                properties.Add(List("rare", random, () => random.Next(40) == 0 ? $"{{\"name {random.Next(5)}\":1,\"a\":2}}" : $"{{\"a\":{id}}}"));
            }

            return $"{{\"id\":{id}{string.Concat(properties.Where(_ => random.Next(8) > 0).OrderBy(_ => random.Next(9)).Select(property => $",{property}"))}}}";
        }

        private static string List(string name, Random random, Func<string> element) => Field(name, random.Next(12) == 0 ? "null" : Array(random, element));

        private static string Array(Random random, Func<string> element) =>
            random.Next(12) == 0 ? "null" : $"[{string.Join(',', Enumerable.Range(0, random.Next(random.Next(20) == 0 ? 70 : 4)).Select(_ => random.Next(10) == 0 ? "null" : element()))}]";

        private static string Object(Random random, string[] properties) =>
            random.Next(12) == 0 ? "null" : $"{{{string.Join(',', properties.Where(_ => random.Next(6) > 0).OrderBy(_ => random.Next(9)))}}}";

        private static string Field(string name, string value) => $"\"{name}\":{value}";
    }
}
