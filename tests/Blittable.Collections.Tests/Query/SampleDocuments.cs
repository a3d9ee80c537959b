using System.Globalization;
using System.Text;

namespace Blittable.Collections.Tests.Query;

/// <summary>Creates similar documents: kinds drift, values are missing or null, arrays are empty, scales differ.</summary>
internal static class SampleDocuments
{
    public static string[] Make(int count, int seed)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(number => One(number, random))];
    }

    private static string One(int number, Random random)
    {
        string[] colors = ["red", "green", "blue", "grün", "-", "a string of more than thirty-two bytes, red", "a string of more than thirty-two bytes, blue"];
        var json = new StringBuilder();
        json.Append(CultureInfo.InvariantCulture, $"{{\"id\":{number}");
        Maybe(random, json, "color", () => $"\"{colors[random.Next(colors.Length)]}\"");
        Maybe(random, json, "amount", () => Decimal(random.Next(-99_999, 99_999), number < 300 ? 2 : 4));
        Maybe(random, json, "ratio", () => (random.NextDouble() * 10).ToString("R", CultureInfo.InvariantCulture));
        Maybe(random, json, "count", () => $"{random.Next(0, 20)}");
        Maybe(random, json, "flag", () => random.Next(2) == 0 ? "true" : "false");
        Maybe(random, json, "day", () => $"\"{new DateOnly(2024, 1, 1).AddDays(random.Next(90)).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}\"");
        Maybe(random, json, "mixed", () => random.Next(4) switch
        {
            0 => $"{random.Next(5)}",
            1 => $"\"{random.Next(5)}\"",
            2 => "true",
            _ => "\"2024-01-02\"",
        });
        Maybe(random, json, "nested", () => $"{{\"os\":\"{(random.Next(2) == 0 ? "android" : "ios")}\",\"size\":{random.Next(3)}}}");
        Maybe(random, json, "tags", () => $"[{string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => $"\"tag_{random.Next(6)}\""))}]");
        return json.Append('}').ToString();
    }

    private static void Maybe(Random random, StringBuilder json, string name, Func<string> value)
    {
        var dice = random.Next(12);
        if (dice > 0)
        {
            json.Append(CultureInfo.InvariantCulture, $",\"{name}\":{(dice == 1 ? "null" : value())}");
        }
    }

    private static string Decimal(int mantissa, int digits) =>
        new decimal(Math.Abs(mantissa), 0, 0, mantissa < 0, (byte)digits).ToString(CultureInfo.InvariantCulture);
}
