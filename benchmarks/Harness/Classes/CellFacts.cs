using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Blittable.Benchmarks.Harness;

/// <summary>What the process of a benchmark knows about its cell beside the times, handed over in a file.</summary>
/// <param name="Items">The items that one invocation handles.</param>
/// <param name="Bytes">The bytes of input that one invocation consumes.</param>
/// <param name="PeakResident">The most memory that the process held at once, in bytes.</param>
/// <param name="Facts">The cell's own figures.</param>
internal sealed record CellFacts(long Items, long Bytes, long PeakResident, IReadOnlyDictionary<string, double> Facts)
{
    /// <summary>The environment variable that names the folder for the files.</summary>
    public const string Variable = "BLITTABLE_CELL_FACTS";

    /// <summary>Writes the file, if the environment names a folder.</summary>
    public static void Leave(string cell, CellFacts facts)
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } folder)
        {
            Directory.CreateDirectory(folder);
            File.WriteAllText(PathOf(folder, cell), JsonSerializer.Serialize(facts));
        }
    }

    /// <summary>Reads what a process left; null where it left nothing.</summary>
    public static CellFacts? Find(string folder, string cell) =>
        File.Exists(PathOf(folder, cell)) ? JsonSerializer.Deserialize<CellFacts>(File.ReadAllText(PathOf(folder, cell))) : null;

    /// <summary>The names of cells have characters that those of files must not have.</summary>
    private static string PathOf(string folder, string cell) =>
        Path.Combine(folder, Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(cell)).AsSpan(0, 8)) + ".json");
}
