using System.Globalization;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>
/// Generates events of a web shop, by default one every 30 seconds from 2024-01-01. Each document has 17 properties: various numbers, categories, dates, a
/// nested object and an array. The properties are the columns of the published queries of storage_engine. Some events have no campaign.
/// </summary>
public static class Events
{
    /// <summary>The number of events in the collections benchmark.</summary>
    public const int DefaultCount = 1_000_000;

    private static readonly DateTime Start = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly string[] Countries = ["US", "DE", "GB", "FR", "JP", "BR", "IN", "CA", "AU", "PL"];
    private static readonly string[] Browsers = ["chrome", "safari", "firefox", "edge", "opera", "other"];
    private static readonly string[] Types = ["page_view", "click", "search", "add_to_cart", "purchase", "sign_up"];
    private static readonly string[] Systems = ["windows", "android", "ios", "macos", "linux"];
    private static readonly string[] Campaigns = ["spring", "summer", "autumn", "winter", "launch", "newsletter", "retarget", "partner"];
    private static readonly string[] Referrers = ["google", "direct", "bing", "partner", "mail"];
    private static readonly string[] Languages = ["en", "de", "fr", "ja", "pt", "pl"];

    /// <summary>Writes events as newline-delimited JSON.</summary>
    /// <param name="output">The stream that receives the lines.</param>
    /// <param name="count">The number of events.</param>
    /// <param name="seed">The random seed.</param>
    /// <param name="secondsBetween">The number of seconds between two events.</param>
    public static void Write(Stream output, int count, ulong seed, int secondsBetween = 30)
    {
        var random = new RandomSource(seed);
        using var writer = new Utf8JsonWriter(output, new JsonWriterOptions { SkipValidation = true });
        for (var i = 0; i < count; i++)
        {
            WriteEvent(writer, i, Start.AddSeconds((double)secondsBetween * i), random);
            writer.Flush();
            writer.Reset();
            output.WriteByte((byte)'\n');
        }
    }

    private static void WriteEvent(Utf8JsonWriter json, int number, DateTime created, RandomSource random)
    {
        json.WriteStartObject();
        json.WriteNumber("id"u8, number + 1);
        json.WriteString("created_at"u8, created.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
        json.WriteString("event_date"u8, created.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
        json.WriteNumber("user_id"u8, random.Between(1, 50_000));
        json.WriteString("session_id"u8, Session(random));
        json.WriteNumber("amount"u8, new decimal(random.Between(0, 99_999_900), 0, 0, isNegative: false, scale: 4));
        json.WriteNumber("price"u8, random.NextDouble() * 1000);
        json.WriteNumber("quantity"u8, random.Between(1, 100));
        json.WriteNumber("duration_ms"u8, random.Between(50, 30_050));
        json.WriteNumber("score"u8, (float)random.NextDouble());
        json.WriteString("country_code"u8, random.Pick(Countries));
        json.WriteString("browser"u8, random.Pick(Browsers));
        json.WriteString("url"u8, $"/page/{random.Between(0, 4999)}");
        json.WriteBoolean("is_mobile"u8, random.Chance(0.5));
        json.WriteString("event_type"u8, random.Pick(Types));
        WriteMetadata(json, random);
        json.WriteStartArray("tags"u8);
        json.WriteStringValue($"tag_{random.Between(0, 9)}");
        json.WriteStringValue($"tag_{random.Between(10, 19)}");
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteMetadata(Utf8JsonWriter json, RandomSource random)
    {
        json.WriteStartObject("metadata"u8);
        json.WriteString("os"u8, random.Pick(Systems));
        if (random.Chance(0.7))
        {
            json.WriteString("campaign"u8, random.Pick(Campaigns));
        }

        json.WriteString("referrer"u8, random.Pick(Referrers));
        json.WriteString("language"u8, random.Pick(Languages));
        json.WriteNumber("screen_width"u8, 320 + (80 * random.Between(0, 20)));
        json.WriteBoolean("logged_in"u8, random.Chance(0.7));
        json.WriteNumber("version"u8, random.Between(1, 20));
        json.WriteEndObject();
    }

    /// <summary>Returns a random string in the form of an MD5 digest.</summary>
    private static string Session(RandomSource random) =>
        string.Create(CultureInfo.InvariantCulture, $"{random.NextUInt64():x16}{random.NextUInt64():x16}");
}
