using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Blittable.Benchmarks.Documents;

/// <summary>Measures the time of <see cref="BlittableDocument.Validate()"/> relative to the time of converting the JSON, for JSON files and for documents that
/// are slow to validate. The two alternate in one process, and the shortest time of each counts.</summary>
internal static class ValidateSuite
{
    public const string Name = "validate";

    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(1);

    private const int MinTurns = 7;

    /// <summary>Measures the JSON files and folders in the arguments, and documents that are slow to validate.</summary>
    public static int Run(string[] arguments)
    {
        Console.WriteLine("| document | JSON bytes | mode | `Validate`, µs | conversion, µs | ratio |");
        Console.WriteLine("|---|---:|---|---:|---:|---:|");
        foreach (var file in arguments.SelectMany(Files))
        {
            Measure(Path.GetFileNameWithoutExtension(file), File.ReadAllBytes(file));
        }

        foreach (var (name, json) in Slow())
        {
            Measure(name, Encoding.UTF8.GetBytes(json));
        }

        ValidationBombs.Run();
        return 0;
    }

    private static IEnumerable<string> Files(string path) =>
        Directory.Exists(path) ? Directory.GetFiles(path, "*.json", SearchOption.AllDirectories).Order(StringComparer.Ordinal) : [path];

    private static IEnumerable<(string Name, string Json)> Slow()
    {
        yield return (
            "256 names with equal fingerprints",
            Objects(1000, row => $"{{{string.Join(',', Enumerable.Range(0, 256).Select(i => Named(OneFingerprint(i, row), i)))}}}"));
        yield return ("2 names, a distinct shape per object", Objects(20_000, row => $"{{\"a{row}\":1,\"b{row}\":2}}"));
        foreach (var count in (int[])[30_000, 300_000, 1_000_000])
        {
            yield return (
                $"an object with {count} names", $"{{{string.Join(',', Enumerable.Range(0, count).Select(i => Named($"name {i * 7919L % count}", i)))}}}");
        }

        yield return ("an array of 1,000,000 strings", Objects(1_000_000, row => $"\"s{row % 1000}\""));
        yield return ("an array of 1,000,000 integers", Objects(1_000_000, row => (row * 7919L % 100_003).ToString(CultureInfo.InvariantCulture)));
    }

    /// <summary>Returns a name of eleven bytes. Within a row, the names have equal first, middle and last bytes.</summary>
    private static string OneFingerprint(int number, int row) => $"a{number:x4}m{row:x4}z";

    private static string Named(string name, int value) => $"\"{name}\":{value % 10}";

    private static string Objects(int count, Func<int, string> element) => $"[{string.Join(',', Enumerable.Range(0, count).Select(element))}]";

    private static void Measure(string name, byte[] json)
    {
        foreach (var mode in (BlittableMode[])[BlittableMode.Memory, BlittableMode.Disk])
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode, MaxDepth = 10_000 });
            using var document = BlittableDocument.Open(converter.Convert(json).ToArray());
            var (validation, conversion) = (TimeSpan.MaxValue, TimeSpan.MaxValue);
            var start = Stopwatch.GetTimestamp();
            for (var turn = 0; turn < MinTurns || Stopwatch.GetElapsedTime(start) < Budget; turn++)
            {
                conversion = Shorter(conversion, () => converter.Convert(json));
                validation = Shorter(validation, document.Validate);
            }

            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {name} | {json.Length} | {mode} | {validation.TotalMicroseconds:F0} | {conversion.TotalMicroseconds:F0} | {validation / conversion:F2} |"));
        }
    }

    private static TimeSpan Shorter(TimeSpan best, Action action)
    {
        var start = Stopwatch.GetTimestamp();
        action();
        var elapsed = Stopwatch.GetElapsedTime(start);
        return elapsed < best ? elapsed : best;
    }
}
