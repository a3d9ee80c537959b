using System.Globalization;
using System.Text;

namespace Blittable.Collections.Tests;

/// <summary>Creates documents that are mostly alike but differ in every way that documents can.</summary>
internal static class RandomDocuments
{
    private static readonly string[] s_numbers =
        [
            "0", "-0", "1.0", "1e5", "-1E-2", "0.10", "100", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "123456789012345678901234567890", "1.7976931348623157e308", "0.1", "3.141592653589793", "0.000001", "12345678901234567.5",
            "5e-324", "1.50", "2.5",
        ];

    private static readonly string[] s_strings =
        [
            "\"\"", "\"a\"", "\"ä€😀\"", "\"2024-02-29\"", "\"2024-02-29T12:34:56Z\"", "\"2024-02-29T12:34:56.7890+05:30\"", "\"9999-12-31\"",
            "\"0001-01-01T00:00:00.000000001Z\"", "\"2024-02-29 12:34:56\"", "\"0123456789abcdef\"",
            "\"a rather long text that repeats itself and repeats itself and repeats itself\"", "\"\\u0000\\n\\\"\"",
        ];

    public static List<string> Make(int seed, int count)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(row => Document(random, row))];
    }

    private static string Document(Random random, int row)
    {
        if (random.Next(50) == 0)
        {
            return Value(random, 0);
        }

        var properties = new List<string>
        {
            $"\"id\":{row}",
            $"\"price\":{(random.Next(1, 100000) / 100.0).ToString(CultureInfo.InvariantCulture)}",
            $"\"at\":\"2024-01-01T00:{random.Next(60):00}:{random.Next(60):00}Z\"",
            $"\"kind\":\"{"abcdef"[random.Next(6)]}\"",
            $"\"flag\":{(random.Next(2) == 0 ? "true" : "false")}",
            $"\"tags\":[{string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => s_strings[random.Next(s_strings.Length)]))}]",
            $"\"items\":[{string.Join(',', Enumerable.Range(0, random.Next(3)).Select(item => $"{{\"n\":{item},\"of\":[{random.Next(9)}]}}"))}]",
            $"\"at\\u0065d\":{{\"os\":\"x{random.Next(3)}\",\"v\":{s_numbers[random.Next(s_numbers.Length)]}}}",
        };
        if (random.Next(3) == 0)
        {
            properties.Insert(random.Next(properties.Count), $"\"drift\":{Value(random, 2)}");
        }

        if (random.Next(9) == 0)
        {
            properties.Add($"\"rare{random.Next(30)}\":{Value(random, 1)}");
        }

        if (random.Next(9) == 0)
        {
            properties.RemoveAt(random.Next(properties.Count));
        }

        if (random.Next(15) == 0)
        {
            properties.Reverse();
        }

        if (random.Next(40) == 0)
        {
            properties.Add(properties[random.Next(properties.Count)]);
        }

        return new StringBuilder("{").AppendJoin(',', properties).Append('}').ToString();
    }

    private static string Value(Random random, int depth) => random.Next(depth < 3 ? 7 : 5) switch
    {
        0 => "null",
        1 => random.Next(2) == 0 ? "true" : "false",
        2 => s_numbers[random.Next(s_numbers.Length)],
        3 => s_strings[random.Next(s_strings.Length)],
        4 => random.Next(-5, 300).ToString(CultureInfo.InvariantCulture),
        5 => $"[{string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => Value(random, depth + 1)))}]",
        _ => $"{{{string.Join(',', Enumerable.Range(0, random.Next(4)).Select(i => $"\"p{i}\":{Value(random, depth + 1)}"))}}}",
    };
}
