using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that documents of any kind round-trip through Parquet.</summary>
public sealed class RoundTripTests
{
    public static TheoryData<string[]> Documents() =>
    [
        (string[])["""{"a":1}""", """{"a":-2,"b":true}""", """{"a":9223372036854775807,"b":false}"""],
        (string[])["""{"n":1.0}""", """{"n":2}"""],
        (string[])["""{"n":5.00}"""],
        (string[])["""{"n":-0.0}""", """{"n":1}"""],
        (string[])["""{"n":9223372036854775807.0}""", """{"n":-9223372036854775808}"""],
        (string[])["""{"n":18446744073709551615.0}""", """{"n":9223372036854775808}"""],
        (string[])["""{"n":1e2}""", """{"n":2.0}"""],
        (string[])["""{"l":[1.0,2]}""", """{"l":[-0.0,3.00]}"""],
        (string[])["""{"o":{"n":5.00}}""", """{"o":{"n":7}}"""],
        (string[])["1.0", "2"],
        (string[])["""{"n":12.50}""", """{"n":-0.001}""", """{"n":7}"""],
        (string[])["""{"n":18446744073709551615}""", """{"n":0}"""],
        (string[])["""{"n":12345678901234567890123456789012345678.5}""", """{"n":1}"""],
        (string[])["""{"n":123456789012345678901234567890.12345678}""", """{"n":-0.00000001}"""],
        (string[])["""{"n":1e3}""", """{"n":0.1}""", """{"n":-2.5E-7}"""],
        (string[])["""{"n":1e400}""", """{"n":1}"""],
        (string[])["""{"n":65.613616999999977}""", """{"n":43.420273000000009}"""],
        (string[])["""{"n":0.1234567890123456789}""", """{"n":1e-5}"""],
        (string[])["""{"s":"x"}""", """{"s":""}""", """{"s":"größer 💶 \" \\ \n"}"""],
        (string[])["""{"d":"2026-11-27"}""", """{"d":"0001-01-01"}""", """{"d":"9999-12-31"}""", """{"d":"1969-12-31"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56Z"}""", """{"d":"1969-12-31T23:59:59Z"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56.789Z"}""", """{"d":"0001-01-01T00:00:00.001Z"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56.123456789Z"}""", """{"d":"1969-07-20T20:17:40.999999999Z"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56.123456789Z"}""", """{"d":"0001-01-01T00:00:00.000000001Z"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56+02:00"}""", """{"d":"2026-01-27T00:30:56+02:00"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56+02:00"}""", """{"d":"2026-01-27T00:30:56-05:00"}"""],
        (string[])["""{"d":"2026-11-27 12:34:56"}""", """{"d":"2026-01-27 00:30:56"}"""],
        (string[])["""{"d":"2026-11-27T12:34:56Z"}""", """{"d":"soon"}"""],
        (string[])["""{"v":1}""", """{"v":"1"}""", """{"v":[1]}""", """{"v":{"w":null}}""", """{"v":null}""", "{}"],
        (string[])["""{"v":null}""", """{"v":null}"""],
        (string[])["""{"v":null}""", """{"v":1}"""],
        (string[])["{}", """{"v":1}"""],
        (string[])["""{"v":null}""", """{"v":1}""", "{}"],
        (string[])["{}", "{}"],
        (string[])["""{"o":{"a":1,"b":{"c":"x"}}}""", """{"o":{"b":{}}}""", """{"o":{}}""", "{}"],
        (string[])["""{"o":null}""", """{"o":{"a":null}}""", """{"o":{"a":1}}"""],
        (string[])["""{"o":{}}""", """{"o":{}}"""],
        (string[])["""{"l":[1,2,3]}""", """{"l":[]}""", "{}", """{"l":[4,null]}"""],
        (string[])["""{"l":[]}""", """{"l":[]}"""],
        (string[])["""{"l":[[1],[],[2,3]]}""", """{"l":[[]]}"""],
        (string[])["""{"l":[{"a":1},{"b":"x"},{}]}""", """{"l":[{"a":2,"b":"y"}]}"""],
        (string[])["""{"l":[1,"x",null,{"y":[]}]}"""],
        (string[])["""{"a":1,"a":2}""", """{"a":3}"""],
        (string[])["""{"":1}""", """{"x":3}"""],
        (string[])["""{"a.b":1,"a":{"b":2},"A":3," ":4,"ü":5,"\"":6}"""],
        (string[])["""{"a\u0000b":1,"a":2}"""],
        (string[])["""{"o":{"a\u0000b":1,"c":2}}"""],
        (string[])["""{"l":[{"a\u0000":1,"a":2}]}"""],
        (string[])["""{"o":{"a":1,"a":2}}""", """{"o":{"a":3}}"""],
        (string[])["1", "\"x\"", "null", "[1,2]", "{}", "true"],
        (string[])["""{"a":1}""", "[]"],
        (string[])["""{"a":1}""", "null"],
        (string[])[$$"""{"deep":{{string.Concat(Enumerable.Repeat("""[{"x":""", 240))}}1{{string.Concat(Enumerable.Repeat("}]", 240))}}}"""],
        (string[])[$$"""{"deep":{{new string('[', 500)}}{{new string(']', 500)}}}""", """{"deep":1}"""],
        (string[])[$$$"""{"names":{{{{string.Join(',', Enumerable.Range(0, 700).Select(i => $"\"n{i}\":{i}"))}}}}}"""],
        (string[])["""{"a":true,"b":false}""", """{"b":true,"a":false}"""],
        (string[])[],
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Documents_round_trip_through_Parquet(string[] documents)
    {
        using var file = new ParquetFile(documents, new ArrowOptions { DistinguishNulls = true });
        AssertEqual(documents, file.Import());
    }

    [Fact]
    public void Random_documents_round_trip_with_any_batch_size()
    {
        for (var seed = 0; seed < 40; seed++)
        {
            var documents = RandomDocuments.Make(seed, 30 + seed);
            using var file = new ParquetFile(documents, new ArrowOptions { BatchRows = 1 + (seed * 3), MaxFields = 2 + seed, DistinguishNulls = true });
            AssertEqual(documents, file.Import());
        }
    }

    [Fact]
    public void Random_columns_of_numbers_round_trip()
    {
        // Few texts a column, so that most columns have one of the numeric types and not all of them the type of the widest number.
        for (var seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            string[] texts = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => NumberTexts.All[random.Next(NumberTexts.All.Count)])];
            string Next() => texts[random.Next(texts.Length)];
            string[] documents = [.. Enumerable.Range(0, 20).Select(_ => $$$"""{"n":{{{Next()}}},"l":[{{{Next()}}},{{{Next()}}}],"o":{"n":{{{Next()}}}}}""")];
            using var file = new ParquetFile(documents);
            AssertEqual(documents, file.Import());
        }
    }

    private static void AssertEqual(IReadOnlyList<string> expected, List<string> actual)
    {
        Assert.Equal(expected.Count, actual.Count);
        for (var i = 0; i < expected.Count; i++)
        {
            using var left = BlittableDocument.Parse(expected[i]);
            using var right = BlittableDocument.Parse(actual[i]);
            Assert.True(BlittableValue.DeepEquals(left.Root, right.Root), $"{expected[i]}\n{actual[i]}");
        }
    }
}
