using System.Globalization;
using System.Text;

namespace Blittable.Benchmarks.Documents;

/// <summary>Creates documents that would slow down a converter if any of its steps took more than constant time.</summary>
internal static class HostileJson
{
    /// <summary>Gets the kinds of documents by name. The argument is the number of values in the document.</summary>
    public static IReadOnlyDictionary<string, Func<int, byte[]>> Kinds { get; } = new Dictionary<string, Func<int, byte[]>>
    {
        ["one object, all names distinct"] = count => Object(count, i => $"\"{Scattered(i):x8}\":{i % 100}"),
        ["a distinct name an object"] = count => Array(count, i => $"{{\"{Scattered(i):x8}\":{i % 100}}}"),
        ["names with one long prefix"] = count => Array(count, i => $"{{\"{LongPrefix}{Scattered(i):x8}\":{i % 100}}}"),
        ["names that are dates"] = count => Object(count, i => $"\"{new DateTime(1970, 1, 1).AddMinutes(i):yyyy-MM-ddTHH:mm}\":{{\"n\":{i % 100}}}"),
        ["names that are numbers"] = count => Object(count, i => $"\"{i}\":{i % 100}"),
        ["a name again and again"] = count => Object(count, i => $"\"n\":{i % 100}"),
        ["objects of every shape"] = count => Array(count / 8, EveryShape),
        ["names of one character, escaped"] = count => Array(count, i => $"{{\"\\u{0x4E00 + (i % 20_000):x4}\":{i % 100}}}"),
        ["strings of escapes"] = count => Array(count, _ => "\"\\n\\u00e9\\\"\\\\\\t\""),
        ["empty containers"] = count => Array(count, i => i % 2 == 0 ? "{}" : "[]"),
        ["nested to a depth of 500"] = count => Array(Math.Max(1, count / 500), _ => new string('[', 499) + new string(']', 499)),
        ["numbers of 300 digits"] = count => Array(Math.Max(1, count / 30), i => (1 + (i % 9)).ToString(CultureInfo.InvariantCulture) + new string('7', 299)),
    };

    private static string LongPrefix { get; } = new('a', 60);

    /// <summary>Scrambles the bits of a number, so that neighbors differ in every digit. The factor is odd, so the result is a permutation.</summary>
    private static uint Scattered(int number) => (uint)number * 0x9E3779B1;

    /// <summary>Returns an object with eight optional names, selected by the bits of the number: 256 shapes with common prefixes and suffixes.</summary>
    private static string EveryShape(int number)
    {
        uint bits = Scattered(number) >> 24;
        var names = Enumerable.Range(0, 8).Where(i => (bits >> i & 1) != 0);
        return "{" + string.Join(',', names.Select(i => $"\"name{i}\":{i}")) + "}";
    }

    private static byte[] Object(int count, Func<int, string> property) => Join('{', count, property, '}');

    private static byte[] Array(int count, Func<int, string> item) => Join('[', count, item, ']');

    private static byte[] Join(char open, int count, Func<int, string> part, char close)
    {
        var text = new StringBuilder().Append(open);
        for (int i = 0; i < count; i++)
        {
            text.Append(i == 0 ? "" : ",").Append(part(i));
        }

        return Encoding.UTF8.GetBytes(text.Append(close).ToString());
    }
}
