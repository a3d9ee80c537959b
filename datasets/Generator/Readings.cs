using System.Globalization;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates readings of 500 sensors, each once a minute, in turn: a time, a drifting value, a level and a flag. One percent have no value.</summary>
public static class Readings
{
    private const int Sensors = 500;

    private static readonly DateTime s_start = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Writes readings as newline-delimited JSON.</summary>
    public static void Write(Stream output, int rows = 100_000, ulong seed = 1)
    {
        var random = new RandomSource(seed);
        var values = new int[Sensors];
        using var json = new Utf8JsonWriter(output, new JsonWriterOptions { SkipValidation = true });
        for (var i = 0; i < rows; i++)
        {
            var sensor = i % Sensors;
            ref var value = ref values[sensor];
            value += random.Between(-50, 50);
            json.WriteStartObject();
            json.WriteString("sensor"u8, $"sensor-{sensor:D4}");
            json.WriteString("ts"u8, s_start.AddMilliseconds((60_000L * (i / Sensors)) + (7 * sensor)).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
            if (random.Chance(0.99))
            {
                json.WriteNumber("value"u8, new decimal(20_000 + value) / 1000);
            }

            json.WriteNumber("level"u8, random.Between(0, 5));
            json.WriteBoolean("ok"u8, random.Chance(0.97));
            json.WriteEndObject();
            json.Flush();
            json.Reset();
            output.WriteByte((byte)'\n');
        }
    }
}
