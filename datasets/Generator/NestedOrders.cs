using System.Globalization;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates shop orders with nested objects: a customer, and one to eight items. The discount and the note are optional.</summary>
public static class NestedOrders
{
    private static readonly DateTime s_start = new(2023, 1, 1, 0, 0, 0, DateTimeKind.Utc);
    private static readonly string[] s_countries = ["DE", "FR", "US", "JP", "BR", "PL", "IT", "ES", "SE", "NL", "AT", "CH"];
    private static readonly string[] s_tiers = ["gold", "silver", "bronze"];
    private static readonly string[] s_states = ["new", "paid", "sent", "returned"];

    /// <summary>Writes orders as newline-delimited JSON.</summary>
    public static void Write(Stream output, int rows = 100_000, ulong seed = 1)
    {
        var random = new RandomSource(seed);
        using var json = new Utf8JsonWriter(output, new JsonWriterOptions { SkipValidation = true });
        for (var id = 1; id <= rows; id++)
        {
            json.WriteStartObject();
            json.WriteNumber("id"u8, id);
            json.WriteString("created"u8, s_start.AddSeconds(97L * id).ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
            json.WriteString("status"u8, random.Pick(s_states));
            json.WriteStartObject("customer"u8);
            json.WriteNumber("number"u8, random.Between(1, 20_000));
            json.WriteString("country"u8, random.Pick(s_countries));
            json.WriteString("tier"u8, random.Pick(s_tiers));
            json.WriteEndObject();
            WriteItems(json, random);
            if (random.Chance(0.3))
            {
                json.WriteNumber("discount"u8, new decimal(random.Between(1, 5_000), 0, 0, isNegative: false, scale: 2));
            }

            if (random.Chance(0.2))
            {
                json.WriteString("note"u8, $"leave at door {random.Between(1, 400)}");
            }

            json.WriteEndObject();
            json.Flush();
            json.Reset();
            output.WriteByte((byte)'\n');
        }
    }

    private static void WriteItems(Utf8JsonWriter json, RandomSource random)
    {
        json.WriteStartArray("items"u8);
        for (var items = random.Between(1, 8); items > 0; items--)
        {
            json.WriteStartObject();
            json.WriteString("sku"u8, $"SKU-{random.Ranked(5_000):D5}");
            json.WriteNumber("quantity"u8, random.Between(1, 12));
            json.WriteNumber("price"u8, new decimal(random.Between(99, 99_999), 0, 0, isNegative: false, scale: 2));
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
