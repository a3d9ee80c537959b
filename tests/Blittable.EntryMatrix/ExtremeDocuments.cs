using System.Text;

namespace Blittable.EntryMatrix;

/// <summary>Documents at the accepted limits.</summary>
internal static class ExtremeDocuments
{
    public static IEnumerable<(string Name, byte[] Json)> All(int many) =>
        Texts(many).Select(document => (document.Name, Encoding.UTF8.GetBytes(document.Json)));

    private static IEnumerable<(string Name, string Json)> Texts(int many)
    {
        foreach (var json in new[] { "null", "true", "0", "\"\"", "[]", "{}", "{\"\":\"\"}", "[[]]", "[{}]", "{\"\":{}}", "{\"\":{\"\":[]}}", "[[],[],{},{}]", "{\"\":1,\"\":2}" })
        {
            yield return ($"empty {json}", json);
        }

        var digits = "12345678901234567890123456789012345";
        foreach (var number in new[] { digits, $"-{digits}", $"0.{digits}", $"{digits}.{digits}", $"{digits}e-{10}", "1e400", "-1e400", "1e-400", "1e999999999999", "-0", "-0.0", "0e0", "1.0", "1.00" })
        {
            yield return ($"number {number}", number);
            yield return ($"numbers {number}", $$"""[{{number}},{{number}},{"a":{{number}},"b":[{{number}}]},1,1.5]""");
        }

        yield return ("a number of many digits", $"[{new string('7', 2000)}.{new string('3', 2000)}e-1999]");
        foreach (var depth in new[] { Expectation.MaxJsonDepth, 1500 })
        {
            foreach (var (open, close) in new[] { ("[", "]"), ("{\"a\":", "}") })
            {
                foreach (var innermost in new[] { "1", "\"text\"", "[]", "{}" })
                {
                    yield return ($"{depth} deep {open} {innermost}", string.Concat(Enumerable.Repeat(open, depth)) + innermost + string.Concat(Enumerable.Repeat(close, depth)));
                }
            }
        }

        yield return ("8,192 names", $"{{{string.Join(',', Enumerable.Range(0, 8192).Select(i => $"\"name{i}\":{i}"))}}}");
        yield return ("8,192 shapes", $"[{string.Join(',', Enumerable.Range(0, 8192).Select(i => $"{{\"name{i}\":{i},\"b\":\"{i % 3}\"}}"))}]");
        yield return ("513 names, often", $"[{string.Join(',', Enumerable.Repeat($"{{{string.Join(',', Enumerable.Range(0, 513).Select(i => $"\"n{i}\":{i % 2}"))}}}", 40))}]");
        var name = new string('n', 70_000);
        yield return ("a long name", $"{{\"{name}\":1,\"a\":{{\"{name}\":2}}}}");
        yield return ("a long string", $"\"{string.Concat(Enumerable.Repeat("all work and no play makes a dull document, ", many / 16))}\"");
        yield return ("escapes", $"\"{string.Concat(Enumerable.Repeat("\\u0000\\\"\\\\\\n\\u001f", many / 16))}\"");
        foreach (var value in new[] { "null", "7", "1.5", "\"shipped\"", "\"2024-02-29T12:00:00Z\"", "[1,2]", "{\"a\":1,\"b\":\"xyz\"}", "\"a text that is long enough to be stored once\"" })
        {
            yield return ($"{many} times {value}", $"[{string.Join(',', Enumerable.Repeat(value, many))}]");
            yield return ($"{many} times {value} below a name", $$"""{"id":3,"v":[{{string.Join(',', Enumerable.Repeat(value, many))}}]}""");
        }
    }
}
