using System.Text.Json.Nodes;

namespace Blittable.Tests.Suites;

/// <summary>Reads the files of suites that others wrote, which are not part of this repository.</summary>
internal static class SuiteFile
{
    public static JsonNode Read(string name) =>
        JsonNode.Parse(File.ReadAllText(Path.Combine(Environment.GetEnvironmentVariable("BLITTABLE_SUITES")!, name)))!;
}
