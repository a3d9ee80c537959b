using System.Text.Json;

namespace Blittable.Benchmarks.Harness;

/// <summary>Provides real small documents from a file in the repository: every release of every browser in <c>browsers.json</c>, one document per
/// line.</summary>
internal static class BrowserReleases
{
    public static void Write(string browsers, Stream output)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(browsers));
        using var writer = new Utf8JsonWriter(output);
        foreach (JsonProperty browser in document.RootElement.GetProperty("browsers").EnumerateObject())
        {
            foreach (JsonProperty release in browser.Value.GetProperty("releases").EnumerateObject())
            {
                release.Value.WriteTo(writer);
                writer.Flush();
                writer.Reset();
                output.WriteByte((byte)'\n');
            }
        }
    }
}
