using System.Globalization;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates pages of a web crawl. Nearly all URLs and digests are distinct, and other strings repeat.</summary>
public static class Pages
{
    private static readonly string[] s_hosts = [.. Enumerable.Range(0, 300).Select(i => $"www.site-{i * 7919 % 1000:D3}.example")];
    private static readonly string[] s_words = ["alpha", "Beta", "gamma", "Delta", "omega", "news", "shop", "blog", "photo", "video", "Über", "café", "日本", "index"];

    /// <summary>Writes pages as newline-delimited JSON.</summary>
    public static void Write(Stream output, int rows = 100_000, ulong seed = 1)
    {
        var random = new RandomSource(seed);
        using var json = new Utf8JsonWriter(output, new JsonWriterOptions { SkipValidation = true });
        for (var id = 1; id <= rows; id++)
        {
            var host = random.PickRanked(s_hosts);
            json.WriteStartObject();
            json.WriteNumber("id"u8, id);
            json.WriteString("host"u8, host);
            json.WriteString("url"u8, $"https://{host}/{random.Pick(s_words)}/{random.Pick(s_words)}-{random.Between(1, 4_000_000)}");
            json.WriteString("digest"u8, string.Create(CultureInfo.InvariantCulture, $"{random.NextUInt64():x16}{random.NextUInt64():x16}"));
            json.WriteString("title"u8, $"{random.Pick(s_words)} {random.Pick(s_words)} {random.Pick(s_words)}");
            json.WriteNumber("size"u8, random.Between(200, 2_000_000));
            json.WriteEndObject();
            json.Flush();
            json.Reset();
            output.WriteByte((byte)'\n');
        }
    }
}
