using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests that objects are STRUCT columns and arrays are LIST columns, with the values that DuckDB reads from the JSON of the documents.</summary>
public sealed class NestedTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Theory]
    [InlineData("""{"a":1,"b":"x"}|{"b":"y"}|{}|null""", "STRUCT(a BIGINT, b VARCHAR)", "{'a': 1, 'b': x}|{'a': NULL, 'b': y}|{'a': NULL, 'b': NULL}|NULL")]
    [InlineData("""[1,null,3]|[]|null|[9223372036854775807]|[null]""", "BIGINT[]", "[1, NULL, 3]|[]|NULL|[9223372036854775807]|[NULL]")]
    [InlineData("""[-9223372036854775808,1.0]""", "BIGINT[]", "[-9223372036854775808, 1]")]
    [InlineData("""[18446744073709551615,1]|[0.5]""", "DECIMAL(38,1)[]", "[18446744073709551615.0, 1.0]|[0.5]")]
    [InlineData("""[1.50,2]|[-0.001]|[]""", "DECIMAL(18,3)[]", "[1.500, 2.000]|[-0.001]|[]")]
    [InlineData("""[99999999999999999999999999999999999999,-1]""", "DECIMAL(38,0)[]", "[99999999999999999999999999999999999999, -1]")]
    [InlineData("""[123456789012345678901234567890123456789]""", "JSON[]", null)]
    [InlineData("""[1e3,0.1,null]""", "DOUBLE[]", "[1000.0, 0.1, NULL]")]
    [InlineData("""[1e3,0.25,3,4,5,6,7,8,9]""", "DOUBLE[]", "[1000.0, 0.25, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]")]
    [InlineData("""[true,null,false]|[]""", "BOOLEAN[]", "[true, NULL, false]|[]")]
    [InlineData("""["größer als zwölf Bytes 💶","","\u0000é",null,"it's"]""", "VARCHAR[]", null)]
    [InlineData("""["2026-11-27",null]|["0001-01-01"]""", "DATE[]", "[2026-11-27, NULL]|[0001-01-01]")]
    [InlineData("""{"at":"2026-11-27T12:34:56.5"}|{"at":"1969-12-31 23:59:59.000001"}""", "STRUCT(\"at\" TIMESTAMP)", null)]
    [InlineData("""[{"at":"2026-11-27T12:34:56Z"},{"at":"2026-11-27T12:34:56.5+02:00"}]""", "STRUCT(\"at\" TIMESTAMP WITH TIME ZONE)[]", null)]
    [InlineData("""["2026-11-27","soon"]|["2026-11-27T12:34:56Z"]""", "VARCHAR[]", "[2026-11-27, soon]|['2026-11-27T12:34:56Z']")]
    [InlineData("""["2026-11-27T12:34:56.123456789Z"]""", "VARCHAR[]", null)]
    [InlineData("""{"l":[{"s":{"x":1,"y":[[1,2],[],null]}},{"s":null},{}]}|{"l":[]}|{"l":null}|{}""", "STRUCT(l STRUCT(s STRUCT(x BIGINT, y BIGINT[][]))[])", null)]
    [InlineData("""[[{"a":1}],[],null,[null,{"b":[true]}]]""", "STRUCT(a BIGINT, b BOOLEAN[])[][]", null)]
    [InlineData("""{"a":1}|{"a":"x"}|{"a":{"b":[1,null]}}|{"a":null}""", "STRUCT(a JSON)", null)]
    [InlineData("""[1,"x",{"a":[1]},null]|[]""", "JSON[]", null)]
    [InlineData("""{"a":[1]}|[2]|3|null""", "JSON", """{"a":[1]}|[2]|3|NULL""")]
    [InlineData("""[]|[null]""", "JSON[]", "[]|[NULL]")]
    [InlineData("""{}|null""", "JSON", "{}|NULL")]
    [InlineData("""{"a":null,"b":[],"c":{}}""", "STRUCT(a JSON, b JSON[], c JSON)", null)]
    [InlineData("""{"a":1e400}|{"a":1}""", "STRUCT(a JSON)", "{'a': 1e400}|{'a': 1}")]
    [InlineData("""{"order by":1,"größe":2,"quo\"te":3,"it's":4,"1st":5,"a.b[0]":6,"tab\tline\n":7}""",
        "STRUCT(\"order by\" BIGINT, \"größe\" BIGINT, \"quo\"\"te\" BIGINT, \"it's\" BIGINT, \"1st\" BIGINT, \"a.b[0]\" BIGINT, \"tab\tline\n\" BIGINT)", null)]
    public void A_column_has_the_type_and_the_values_of_its_documents(string values, string type, string? expected)
    {
        ArgumentNullException.ThrowIfNull(values);
        string[] documents = [.. values.Split('|').Select((value, id) => $"{{\"id\":{id},\"v\":{value}}}"), """{"id":99}"""];
        foreach (var layout in (ReadOnlySpan<CollectionLayout>)[CollectionLayout.Columns, CollectionLayout.Rows])
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            using var session = new Session();
            session.Connection.AttachCollection("t", reader);
            session.Query("SET TimeZone = 'UTC'");

            Assert.Equal(type, session.Query("SELECT typeof(v) FROM t LIMIT 1"));
            if (expected is not null)
            {
                Assert.Equal($"{expected}|NULL".Replace('|', '\n'), session.Query("SELECT v::VARCHAR FROM t ORDER BY id"));
            }

            File.WriteAllLines(_file, documents);
            JsonOracle.AssertEqual(session, "t", _file);
        }
    }
}
