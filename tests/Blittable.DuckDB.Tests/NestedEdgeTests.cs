using System.Globalization;
using Blittable.Collections;
using Blittable.Collections.Tests;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests names, limits, options and irregular values of nested columns.</summary>
public sealed class NestedEdgeTests
{
    [Theory]
    [InlineData("""{"v":{"a":1,"A":2,"a_1":3}}""", "STRUCT(a BIGINT, A_2 BIGINT, a_1 BIGINT)", "{'a': 1, 'A_2': 2, 'a_1': 3}")]
    [InlineData("""{"v":[{"É":1,"é":2,"K":3,"k":4}]}""", "STRUCT(\"É\" BIGINT, \"é\" BIGINT, K BIGINT, k_1 BIGINT)[]", "[{'É': 1, 'é': 2, 'K': 3, 'k_1': 4}]")]
    [InlineData("""{"v":{"a\u0000b":1,"a_b":2}}""", "STRUCT(a_b_1 BIGINT, a_b BIGINT)", "{'a_b_1': 1, 'a_b': 2}")]
    [InlineData("""{"v":{"":1,"b":2}}""", "JSON", """{"":1,"b":2}""")]
    [InlineData("""{"v":{"w":{"":1},"b":2}}""", "STRUCT(w JSON, b BIGINT)", """{'w': '{"":1}', 'b': 2}""")]
    [InlineData("""{"v":{"a":1,"a":2}}""", "JSON", """{"a":1,"a":2}""")]
    [InlineData("""{"v":[9007199254740992,9007199254740994,9007199254740993,1e3]}""", "JSON[]", "[9007199254740992, 9007199254740994, 9007199254740993, 1e3]")]
    // DuckDB reads long decimals of JSON as doubles, so that it cannot be the oracle for them.
    [InlineData("""{"v":[-0.12345678901234567890123456789012345678,0.5]}""", "DECIMAL(38,38)[]", "[-.12345678901234567890123456789012345678, .50000000000000000000000000000000000000]")]
    [InlineData("""{"v":{"a":-1234567890123456.78,"b":1234567890.1234567890123456789}}""", "STRUCT(a DECIMAL(18,2), b DECIMAL(38,19))", "{'a': -1234567890123456.78, 'b': 1234567890.1234567890123456789}")]
    public void Names_and_values_are_exact_or_JSON(string document, string type, string value)
    {
        using var table = new Attached([document]);

        Assert.Equal(type, table.Session.Query("SELECT typeof(v) FROM t"));
        Assert.Equal(value, table.Session.Query("SELECT v::VARCHAR FROM t"));
    }

    [Theory]
    [InlineData(200, true)]
    [InlineData(201, false)]
    public void An_object_with_very_many_names_is_JSON(int names, bool isStruct)
    {
        var documents = Enumerable.Range(0, names).Select(name => $$"""{"id":{{name}},"v":{"w":{"user {{name}}":{{name}} } } }""").ToList();
        using var table = new Attached(documents);

        Assert.Equal(isStruct ? "STRUCT(" : "JSON", table.Session.Query("SELECT typeof(v.w)[:" + (isStruct ? 7 : 4) + "] FROM t LIMIT 1"));
        Assert.Equal("150", table.Session.Query("SELECT v.w->>'user 150' FROM t WHERE id = 150"));
    }

    [Theory]
    [InlineData(20, 99, true)]
    [InlineData(20, 100, false)]
    public void A_column_with_very_many_fields_at_all_depths_is_JSON(int groupCount, int fieldCount, bool isStruct)
    {
        var groups = Enumerable.Range(0, groupCount).Select(group => $"\"g{group}\":{{{string.Join(',', Enumerable.Range(0, fieldCount).Select(field => $"\"f{field}\":{group * field}"))}}}");
        using var table = new Attached([$$"""{"v":{ {{string.Join(',', groups)}} } }"""]);

        Assert.Equal(isStruct ? "STRUCT(|84" : "JSON|84", table.Session.Query($"SELECT typeof(v)[:{(isStruct ? 7 : 4)}], v->>'$.g2.f42' FROM t"));
    }

    [Theory]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(400)]
    public void Values_below_the_depth_limit_are_JSON(int depth)
    {
        using var table = new Attached([$$"""{"v":{{string.Concat(Enumerable.Repeat("[", depth))}}1{{string.Concat(Enumerable.Repeat("]", depth))}}}"""]);

        Assert.Equal((depth > 32 ? "JSON" : "BIGINT") + string.Concat(Enumerable.Repeat("[]", 32)), table.Session.Query("SELECT typeof(v) FROM t"));
        Assert.Equal($"{new string('[', depth)}1{new string(']', depth)}", table.Session.Query("SELECT v::JSON FROM t"));
    }

    [Fact]
    public void Fields_and_elements_are_available_to_SQL()
    {
        using var table = new Attached(["""{"id":1,"c":{"city":"Köln"},"items":[{"p":1.5},{"p":2}]}""", """{"id":2,"items":[{"p":3.25}]}""", """{"id":3,"c":{"city":"Ulm"}}"""]);

        Assert.Equal("1|Köln|Köln|1.50\n1|Köln|Köln|2.00\n2|NULL|NULL|3.25", table.Session.Query("SELECT id, c.city, c->>'$.city', i.p FROM (SELECT id, c, unnest(items) AS i FROM t) ORDER BY id, i.p"));
        Assert.Equal("1|2.0\n2|NULL\n3|NULL", table.Session.Query("SELECT id, items->>'$[1].p' FROM t ORDER BY id"));
        Assert.Equal("6.75", table.Session.Query("SELECT sum(list_sum([x.p for x in items])) FROM t"));
    }

    [Fact]
    public void Nested_values_are_JSON_on_demand()
    {
        string[] documents = ["""{"id":1,"o":{"b":1,"a":1.0},"l":[{"x":"2026-01-01"}]}""", """{"id":2,"l":[]}"""];
        using var table = new Attached(documents, nestedAsJson: true);
        var path = Path.Combine(Directory.CreateTempSubdirectory("blittable-duckdb-").FullName, "t.blic");
        File.WriteAllBytes(path, CollectionFile.Write(documents).ToArray());
        table.Session.Connection.RegisterBlittable();

        foreach (var from in (ReadOnlySpan<string>)["t", $"read_blittable('{path}', nested_as_json := true)"])
        {
            Assert.Equal("BIGINT|JSON|JSON", table.Session.Query($"SELECT typeof(id), typeof(o), typeof(l) FROM {from} LIMIT 1"));
            Assert.Equal("""{"b":1,"a":1.0}|[{"x":"2026-01-01"}]""" + "\nNULL|[]", table.Session.Query($"SELECT o, l FROM {from} ORDER BY id"));
        }

        Assert.Equal("STRUCT(b BIGINT, a BIGINT)|STRUCT(x DATE)[]", table.Session.Query($"SELECT typeof(o), typeof(l) FROM read_blittable('{path}') LIMIT 1"));
        Assert.Equal($"{documents[0]}|1", table.Session.Query($"SELECT document, o.b FROM read_blittable('{path}', document := true) WHERE id = 1"));
        Directory.Delete(Path.GetDirectoryName(path)!, recursive: true);
    }

    [Fact]
    public void Chunks_and_lists_longer_than_a_vector_are_complete()
    {
        const int Count = 25_000;
        var documents = Enumerable.Range(0, Count).Select(id =>
            $$"""{"id":{{id}},"s":{"n":{{(id % 5 == 0 ? "null" : id.ToString(CultureInfo.InvariantCulture))}},"t":"text number {{id}}"},"l":[{{string.Join(',', Enumerable.Range(0, id == 7 ? 9000 : id % 4).Select(i => i % 3 == 2 ? "null" : $"\"element {id + i}\""))}}]}""").ToList();
        var file = Path.GetTempFileName();
        File.WriteAllLines(file, documents);
        foreach (var options in (ReadOnlySpan<CollectionOptions>)[new() { Layout = CollectionLayout.Columns }, new() { ChunkRows = CollectionOptions.MaxChunkRows, Layout = CollectionLayout.Columns }])
        {
            using var table = new Attached(documents, options: options);

            JsonOracle.AssertEqual(table.Session, "t", file);
        }

        File.Delete(file);
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public void Values_that_are_large_together_do_not_exceed_the_memory_of_DuckDB(CollectionLayout layout)
    {
        // All elements of a chunk of 2,048 rows have 160 MB, and DuckDB aborts the process if it cannot allocate them.
        var list = $"[{string.Join(',', Enumerable.Repeat("7", 10_000))}]";
        using var table = new Attached(Enumerable.Range(0, 5000).Select(id => $$"""{"id":{{id}},"v":{{(id % 100 == 3 ? $"[{id}]" : list)}}}"""), options: new CollectionOptions { Layout = layout });
        table.Session.Query("SET memory_limit = '100MB'");

        Assert.Equal("5000|12497500|49500050|4903", table.Session.Query("SELECT count(*), sum(id), sum(len(v)), max(v[1]) FROM t"));
        Assert.Equal("49|122647|122647", table.Session.Query("SELECT count(*), sum(id), sum(v[1]) FROM t WHERE len(v) = 1 AND id > 100"));
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public void Strings_that_are_large_together_do_not_exceed_the_memory_of_DuckDB(CollectionLayout layout)
    {
        using var table = new Attached(
            Enumerable.Range(0, 900).Select(id => $$"""{"id":{{id}},"s":"{{id}}{{new string((char)('a' + (id % 26)), 200_000)}}","o":{"t":{{(id % 2 == 0 ? id : "\"x\"")}} } }"""),
            options: new CollectionOptions { Layout = layout });
        table.Session.Query("SET memory_limit = '100MB'");

        Assert.Equal("900|404550|180002590", table.Session.Query("SELECT count(*), sum(id), sum(strlen(s)) FROM t"));
        Assert.Equal("1|899|x", table.Session.Query("SELECT count(*), sum(id), min(o.t->>'$') FROM t WHERE s LIKE '899%'"));
    }

    [Theory]
    [InlineData("""{"a":%,"b":"text number %"}""", 0, true)]
    [InlineData("""{"a":%,"b":"text number %"}""", 3, true)]
    [InlineData("""{"a":null,"b":"text number %"}|{"a":%}""", 3, true)]
    [InlineData("""{"a":{"x":%,"y":"2026-01-01"},"b":1.5}|{"a":null,"b":%.25}|{"b":%}""", 3, true)]
    [InlineData("""{"a":{"x":%}}|{"a":null,"b":true}""", 5, true)]
    [InlineData("""{"a":%}|{}""", 3, false)]
    [InlineData("""{"a":%}|{"a":null}""", 3, false)]
    [InlineData("""{"a":%,"b":[%]}|{"a":%}""", 3, false)]
    [InlineData("""{"a":%,"b":{"c":%}}|{"a":%,"b":{}}""", 3, false)]
    [InlineData("""{"a":%,"b":"x"}|{"a":%,"b":2}|{"a":%,"b":null}""", 3, true)]
    [InlineData("""{"a":%,"never":null}""", 3, false)]
    public void Structs_of_stored_columns_have_the_nulls_of_their_documents(string forms, int nullEvery, bool areFieldsStored)
    {
        ArgumentNullException.ThrowIfNull(forms);
        var values = forms.Split('|');
        var documents = Enumerable.Range(0, 6000).Select(id => (nullEvery == 0 ? 1 : id % nullEvery) == 1 && id > 3000 ? $$"""{"id":{{id}}{{(id % 2 == 0 ? "" : ",\"v\":null")}}}"""
            : $$"""{"id":{{id}},"v":{{values[id / 7 % values.Length].Replace("%", id.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)}}}""").ToList();
        var file = Path.GetTempFileName();
        File.WriteAllLines(file, documents);
        using var table = new Attached(documents, options: new CollectionOptions { Layout = CollectionLayout.Columns });

        Assert.Equal(areFieldsStored, CollectionTable.Of(table.Reader).Columns[1].AreFieldsStored);
        JsonOracle.AssertEqual(table.Session, "t", file);
        File.Delete(file);
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void The_last_of_equal_names_of_a_document_counts(CollectionLayout layout)
    {
        using var table = new Attached(["""{"v":{"a":1},"v":{"a":2}}""", """{"v":{"a":3}}"""], options: CollectionFile.Small with { Layout = layout });

        Assert.Equal("2\n3", table.Session.Query("SELECT v.a FROM t"));
    }

    [Fact]
    public void Values_without_a_JSON_form_are_null_or_JSON()
    {
        using var builder = new BlittableBuilder();
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            foreach (var number in (ReadOnlySpan<double>)[1.5, double.NaN])
            {
                builder.WriteStartObject();
                builder.WritePropertyName("v");
                builder.WriteStartObject();
                builder.WritePropertyName("n");
                builder.WriteNumber(number);
                builder.WritePropertyName("l");
                builder.WriteStartArray();
                builder.WriteNumber(2.5);
                builder.WriteNumber(number);
                builder.WriteEndArray();
                builder.WritePropertyName("b");
                builder.WriteBinary([1, 2, 3]);
                builder.WritePropertyName("m");
                builder.WriteStartArray();
                builder.WriteString("x");
                builder.WriteStartArray();
                builder.WriteNumber(number);
                builder.WriteEndArray();
                builder.WriteEndArray();
                builder.WriteEndObject();
                builder.WriteEndObject();
                writer.Add(builder);
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        using var session = new Session();
        session.Connection.AttachCollection("t", reader);

        Assert.Equal("STRUCT(n DECIMAL(18,1), l DECIMAL(18,1)[], b JSON, m JSON[])", session.Query("SELECT typeof(v) FROM t LIMIT 1"));
        Assert.Equal("1.5|[2.5, 1.5]|\"AQID\"|[1.5]\nNULL|[2.5, NULL]|\"AQID\"|[null]", session.Query("SELECT v.n, v.l::VARCHAR, v.b, v.m[2] FROM t"));
    }

    [Fact]
    public void Extensions_are_null()
    {
        using var converter = new BlittableMessagePack();
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            // {"v": extension of type 5, "l": [extension of type 5, 1], "m": ["x", [extension of type 5]]}
            byte[] messagePack = [0x83, 0xA1, (byte)'v', 0xD4, 5, 1, 0xA1, (byte)'l', 0x92, 0xD4, 5, 1, 1, 0xA1, (byte)'m', 0x92, 0xA1, (byte)'x', 0x91, 0xD4, 5, 1];
            writer.Add(BlittableValue.Open(converter.Convert(messagePack)));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        using var session = new Session();
        session.Connection.AttachCollection("t", reader);

        Assert.Equal("NULL|[NULL, 1]|[null]", session.Query("SELECT v, l::VARCHAR, m[2] FROM t"));
    }

    [Fact]
    public void A_refreshed_collection_has_the_types_of_its_new_commit()
    {
        var path = Path.Combine(Directory.CreateTempSubdirectory("blittable-duckdb-").FullName, "t.blic");
        using var session = new Session();
        using (var writer = CollectionWriter.Create(path))
        {
            writer.Add("""{"v":{"a":1},"s":"x"}"""u8);
            writer.Commit();
            using var reader = CollectionReader.Open(path);
            session.Connection.AttachCollection("t", reader);
            session.Query("PREPARE p AS SELECT v, s FROM t");
            Assert.Equal("STRUCT(a BIGINT)|VARCHAR", session.Query("SELECT typeof(v), typeof(s) FROM t"));
            writer.Add("""{"v":{"a":3,"b":4},"s":5}"""u8);
            writer.Commit();
            Assert.True(reader.Refresh());

            // Neither a value of another type, nor a property that is left out.
            Assert.Equal("STRUCT(a BIGINT, b BIGINT)|JSON|{'a': 1, 'b': NULL}|\"x\"\nSTRUCT(a BIGINT, b BIGINT)|JSON|{'a': 3, 'b': 4}|5", session.Query("SELECT typeof(v), typeof(s), v::VARCHAR, s FROM t"));
            Assert.Contains("Prepare the query again", Assert.Throws<DuckDBException>(() => session.Query("EXECUTE p")).Message, StringComparison.Ordinal);
        }

        Directory.Delete(Path.GetDirectoryName(path)!, recursive: true);
    }

    [Fact]
    public void A_document_that_represents_too_many_values_is_an_error_by_name()
    {
        // Each array contains the previous one ten times, and equal values are stored once.
        var text = "[1]";
        for (var depth = 0; depth < 5; depth++)
        {
            text = $"[{string.Join(',', Enumerable.Repeat(text, 10))}]";
        }

        using var reader = CollectionReader.Open(CollectionFile.Write([$$"""{"v":{{text}}}"""]));
        using var session = new Session();
        reader.MaxExpandedBytes = 10_000;

        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => session.Connection.AttachCollection("t", reader)).Code);
    }

    /// <summary>A collection as the table <c>t</c>.</summary>
    private sealed class Attached : IDisposable
    {
        public Attached(IEnumerable<string> documents, bool nestedAsJson = false, CollectionOptions? options = null)
        {
            Reader = CollectionReader.Open(CollectionFile.Write(documents, options ?? (CollectionFile.Small with { Layout = CollectionLayout.Columns })));
            Session.Connection.AttachCollection("t", Reader, nestedAsJson: nestedAsJson);
        }

        public CollectionReader Reader { get; }

        public Session Session { get; } = new();

        public void Dispose()
        {
            Session.Dispose();
            Reader.Dispose();
        }
    }
}
