using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents the facts of a cell other than its times, which the benchmark process passes on in a file.</summary>
/// <param name="Items">The number of items per invocation.</param>
/// <param name="Bytes">The number of input bytes per invocation.</param>
/// <param name="PeakResident">The peak memory of the process in bytes.</param>
/// <param name="Facts">The cell's own figures.</param>
internal sealed record CellFacts(long Items, long Bytes, long PeakResident, IReadOnlyDictionary<string, double> Facts)
{
    /// <summary>The environment variable that contains the folder of the files.</summary>
    public const string Variable = "BLITTABLE_CELL_FACTS";

    /// <summary>Writes the file if the environment variable is set.</summary>
    public static void Leave(string cell, CellFacts facts)
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } folder)
        {
            Directory.CreateDirectory(folder);
            File.WriteAllText(PathOf(folder, cell), JsonSerializer.Serialize(facts));
        }
    }

    /// <summary>Reads the file of a process, or returns null if there is none.</summary>
    public static CellFacts? Find(string folder, string cell) =>
        File.Exists(PathOf(folder, cell)) ? JsonSerializer.Deserialize<CellFacts>(File.ReadAllText(PathOf(folder, cell))) : null;

    /// <summary>Returns a hash-based path, because cell names contain characters that are invalid in file names.</summary>
    private static string PathOf(string folder, string cell) =>
        Path.Combine(folder, Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(cell)).AsSpan(0, 8)) + ".json");
}
