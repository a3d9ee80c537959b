using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests that a column has the type of its values in every layout, and each value equals the value of the document.</summary>
public sealed class TypeTests
{
    [Theory]
    [InlineData("1|-9223372036854775808|null", "BIGINT", "1|-9223372036854775808|NULL")]
    [InlineData("1.0|-0.0|5.00|2", "BIGINT", "1|0|5|2")]
    [InlineData("9223372036854775807.0|-1", "BIGINT", "9223372036854775807|-1")]
    [InlineData("12.50|-0.001|7", "DECIMAL(18,3)", "12.500|-0.001|7.000")]
    [InlineData("18446744073709551615|1", "DECIMAL(38,0)", "18446744073709551615|1")]
    [InlineData("99999999999999999999999999999999999999|-1", "DECIMAL(38,0)", "99999999999999999999999999999999999999|-1")]
    [InlineData("-0.12345678901234567890123456789012345678|0.5", "DECIMAL(38,38)", "-.12345678901234567890123456789012345678|.50000000000000000000000000000000000000")]
    [InlineData("1234567890.1234567890123456789|-5", "DECIMAL(38,19)", "1234567890.1234567890123456789|-5.0000000000000000000")]
    [InlineData("123456789012345678901234567890123456789|1", "JSON", "123456789012345678901234567890123456789|1")]
    [InlineData("9007199254740993|9007199254740992|1e3", "JSON", "9007199254740993|9007199254740992|1e3")]
    [InlineData("9007199254740992|9007199254740993|9007199254740994|1e3", "JSON", "9007199254740992|9007199254740993|9007199254740994|1e3")]
    [InlineData("1e3|0.1", "DOUBLE", "1000.0|0.1")]
    [InlineData("true|false|null", "BOOLEAN", "true|false|NULL")]
    [InlineData("\"a\"|\"größer als zwölf Bytes 💶\"|\"\"|\"twelve bytes\"", "VARCHAR", "a|größer als zwölf Bytes 💶||twelve bytes")]
    [InlineData("\"2026-11-27\"|\"1969-12-31\"|\"0001-01-01\"", "DATE", "2026-11-27|1969-12-31|0001-01-01")]
    [InlineData("\"2026-11-27T12:34:56\"|\"1969-12-31 23:59:59.000001\"", "TIMESTAMP", "2026-11-27 12:34:56|1969-12-31 23:59:59.000001")]
    [InlineData("\"2026-11-27T12:34:56Z\"|\"2026-11-27T12:34:56.5+02:00\"", "TIMESTAMP WITH TIME ZONE", "2026-11-27 12:34:56+00|2026-11-27 10:34:56.5+00")]
    [InlineData("\"2026-11-27T12:34:56.123456789Z\"|\"2026-11-27T12:34:56Z\"", "VARCHAR", "2026-11-27T12:34:56.123456789Z|2026-11-27T12:34:56Z")]
    [InlineData("\"2026-11-27\"|\"soon\"", "VARCHAR", "2026-11-27|soon")]
    [InlineData("1|\"x\"|true|null", "JSON", "1|\"x\"|true|NULL")]
    [InlineData("{\"a\":[1,null]}|[]|1", "JSON", "{\"a\":[1,null]}|[]|1")]
    [InlineData("null|null", "JSON", "NULL|NULL")]
    [InlineData("1e400|1", "JSON", "1e400|1")]
    public void A_column_has_the_type_of_its_values(string values, string type, string expected)
    {
        ArgumentNullException.ThrowIfNull(values);
        ArgumentNullException.ThrowIfNull(expected);
        foreach (var layout in (ReadOnlySpan<CollectionLayout>)[CollectionLayout.Columns, CollectionLayout.Rows])
        {
            string[] documents = [.. values.Split('|').Select((value, id) => $"{{\"id\":{id},\"v\":{value}}}"), "{\"id\":9}"];
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            using var session = new Session();
            session.Connection.AttachCollection("t", reader);
            session.Query("SET TimeZone = 'UTC'");

            Assert.Equal(type, session.Query("SELECT typeof(v) FROM t LIMIT 1"));
            Assert.Equal($"{expected}|NULL".Replace('|', '\n'), session.Query("SELECT v::VARCHAR FROM t ORDER BY id"));
        }
    }

    [Theory]
    [InlineData("1.0", "20.00", "BIGINT")]
    [InlineData("1.50", "7.00", "DECIMAL(18,1)")]
    [InlineData("0.1234567890123456", "1e30", "DOUBLE")]
    [InlineData("0.123456789012345678", "1e30", "JSON")]
    [InlineData("1234567890123456.0", "1e-9", "DOUBLE")]
    public void The_type_of_stored_numbers_does_not_depend_on_the_layout(string first, string second, string type)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            var documents = Enumerable.Range(0, 400).Select(id => $$"""{"v":{{(id < 200 ? first : second)}}}""");
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            using var session = new Session();
            session.Connection.AttachCollection("t", reader);

            Assert.Equal($"{layout} {type} 400", session.Query($"SELECT '{layout} ' || typeof(v) || ' ' || count(v) FROM t GROUP BY typeof(v)"));
        }
    }

    [Fact]
    public void Many_rows_with_and_without_values_are_returned_in_order()
    {
        var documents = Enumerable.Range(0, 10_000).Select(id => id % 7 == 0 ? $$"""{"id":{{id}}}""" : $$"""{"id":{{id}},"n":{{id}}.5,"s":"text number {{id}}","my \"name'\\":[{{id}}]}""").ToList();
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = CollectionLayout.Columns }));
        using var session = new Session();
        session.Connection.AttachCollection("t", reader);

        Assert.Equal("10000|49995000|8571|42857143.5", session.Query("SELECT count(*), sum(id), count(s), sum(n) FROM t"));
        Assert.Equal("0", session.Query("SELECT count(*) FROM t WHERE (id % 7 = 0) <> (s IS NULL) OR s <> 'text number ' || id OR n <> id + 0.5"));
        Assert.Equal("8571", session.Query("SELECT count(*) FROM t WHERE \"my \"\"name'\\\"->>'$[0]' = id::VARCHAR"));
    }

    [Theory]
    [InlineData("a\\tb")]
    [InlineData("a\\nb")]
    [InlineData("\\u0001")]
    [InlineData("it's")]
    [InlineData("back\\\\slash")]
    [InlineData("a.b")]
    [InlineData("a[0]")]
    [InlineData("user-id")]
    [InlineData("größe 💶")]
    [InlineData("1st")]
    public void A_property_of_any_name_is_a_column(string name)
    {
        foreach (var layout in (ReadOnlySpan<CollectionLayout>)[CollectionLayout.Columns, CollectionLayout.Rows])
        {
            string[] documents = [$$"""{"id":1,"{{name}}":"x"}""", """{"id":2}"""];
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            using var session = new Session();
            session.Connection.AttachCollection("t", reader);
            var column = System.Text.Json.JsonSerializer.Deserialize<string>($"\"{name}\"")!.Replace("\"", "\"\"", StringComparison.Ordinal);

            Assert.Equal("1|x\n2|NULL", session.Query($"SELECT id, \"{column}\" FROM t ORDER BY id"));
        }
    }

    [Theory]
    [InlineData("""{"É":1,"é":2}""", "É,é", "1|2")]
    [InlineData("""{"a":1,"A":2,"a_1":3}""", "a,A_2,a_1", "1|2|3")]
    [InlineData("""{"a\u0000b":1,"a":2}""", "a_b,a", "1|2")]
    [InlineData("""{"a\u0000":1,"A_":2,"a\u0000b\u0000":3}""", "a__1,A_,a_b_", "1|2|3")]
    [InlineData("""{"":1,"C0":2,"c1":3}""", "_,C0,c1", "1|2|3")]
    [InlineData("""{"":1,"_":2,"\u0000":3}""", "__1,_,__2", "1|2|3")]
    [InlineData("""{"a_1":1,"A_1":2,"Σ":3,"σ":4,"k":5,"\u212A":6}""", "a_1,A_1_1,Σ,σ,k,\u212A", "1|2|3|4|5|6")]
    public void Names_that_DuckDB_does_not_distinguish_are_numbered(string document, string names, string values)
    {
        foreach (var layout in (ReadOnlySpan<CollectionLayout>)[CollectionLayout.Columns, CollectionLayout.Rows])
        {
            using var reader = CollectionReader.Open(CollectionFile.Write([document], CollectionFile.Small with { Layout = layout }));
            using var session = new Session();
            session.Connection.AttachCollection("t", reader, includeDocument: true);

            Assert.Equal($"{names},document".Replace(',', '\n'), session.Query("SELECT column_name FROM (DESCRIBE t)"));
            Assert.Equal(values, session.Query("SELECT * EXCLUDE (document) FROM t"));
        }
    }

    [Theory]
    [InlineData("user-id", "value")]
    [InlineData("größe", "value")]
    [InlineData("outer-name", "object")]
    [InlineData("plain", "value")]
    public void A_stored_column_that_no_sample_contains_is_a_column(string name, string kind)
    {
        // Every 78th of 20,001 documents is a sample.
        const int Count = 20_001, First = 1, Last = 77;
        var value = kind == "object" ? """{"in-ner":1}""" : "1";
        var documents = Enumerable.Range(0, Count).Select(id => id is >= First and <= Last ? $$"""{"id":{{id}},"{{name}}":{{value}}}""" : $$"""{"id":{{id}}}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = CollectionLayout.Columns }));
        using var session = new Session();
        session.Connection.AttachCollection("t", reader);

        Assert.Contains(reader.GetColumns(), column => column.Path.Contains(name, StringComparison.Ordinal));
        Assert.Equal($"{Last}", session.Query($"SELECT count(\"{name}\") FROM t"));
    }

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void A_property_of_a_single_document_is_a_column(CollectionLayout layout)
    {
        var documents = Enumerable.Range(0, 20_001).Select(id => id switch
        {
            12_345 => """{"id":12345,"s":"x","rare":{"a":[1]}}""",
            12_346 => """{"other":7,"s":"y","id":12346}""",
            _ => $$"""{"id":{{id}},"s":"x"}""",
        });
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = layout }));
        using var session = new Session();
        session.Connection.AttachCollection("t", reader);

        Assert.Equal("id\ns\nrare\nother", session.Query("SELECT column_name FROM (DESCRIBE t)"));
        Assert.Equal("12345|x|{'a': [1]}|NULL\n12346|y|NULL|7", session.Query("SELECT id, s, rare::VARCHAR, other FROM t WHERE rare IS NOT NULL OR other IS NOT NULL ORDER BY id"));
    }

    [Fact]
    public void The_whole_document_is_an_optional_column()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["""{"a":1,"b":{"c":[2,"x"]}}""", """{"a":2}"""], CollectionFile.Small));
        using var session = new Session();
        session.Connection.AttachCollection("t", reader, includeDocument: true);

        Assert.Equal("""{"a":1,"b":{"c":[2,"x"]}}|x""", session.Query("SELECT document, document->>'$.b.c[1]' FROM t WHERE a = 1"));
    }

    [Fact]
    public void The_column_of_the_whole_document_gives_way_to_a_property_of_its_name()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["""{"Document":1,"document_1":2}"""], CollectionFile.Small));
        using var session = new Session();
        session.Connection.AttachCollection("t", reader, includeDocument: true);

        Assert.Equal("""1|2|{"Document":1,"document_1":2}""", session.Query("SELECT document, document_1, document_2 FROM t"));
    }

    [Fact]
    public void Documents_that_are_not_objects_are_returned_in_a_document_column()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["1", "[2]"], CollectionFile.Small));
        using var session = new Session();
        session.Connection.AttachCollection("t", reader);

        Assert.Equal("1\n[2]", session.Query("SELECT document FROM t"));
    }

    [Fact]
    public void A_changed_file_is_surveyed_again_and_a_missing_file_is_reported()
    {
        var path = Path.Combine(Directory.CreateTempSubdirectory("blittable-duckdb-").FullName, "t.blic");
        using var session = new Session();
        session.Connection.RegisterBlittable();
        using (var writer = CollectionWriter.Create(path))
        {
            writer.Add("""{"v":1}"""u8);
            writer.Commit();
            Assert.Equal("1", session.Query($"SELECT v FROM read_blittable('{path}')"));
            session.Query($"PREPARE p AS SELECT v FROM read_blittable('{path}')");
            writer.Add("""{"v":"x"}"""u8);
            writer.Commit();
        }

        Assert.Equal("JSON|2", session.Query($"SELECT any_value(typeof(v)), count(*) FROM read_blittable('{path}')"));
        Assert.Contains("Prepare the query again", Assert.ThrowsAny<Exception>(() => session.Query("EXECUTE p")).Message, StringComparison.Ordinal);
        Assert.Contains("missing", Assert.ThrowsAny<Exception>(() => session.Query("SELECT * FROM read_blittable('missing.blic')")).Message, StringComparison.Ordinal);
        Directory.Delete(Path.GetDirectoryName(path)!, recursive: true);
    }
}
