using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Compares texts, objects and refusals with System.Text.Json.</summary>
internal static class Differential
{
    /// <summary>Compares the text of a value, or the refusal to write it.</summary>
    public static void Write<T>(T value, JsonSerializerOptions? json = null) => Assert.Equal(
        Outcome(() => JsonSerializer.Serialize(value, json ?? Parity.Plain)),
        Outcome(() => BlittableValue.Open(BlittableSerializer.Serialize(value)).ToJson()));

    /// <summary>Compares the objects read from a text in all modes, or the refusal to read it.</summary>
    public static void Read<T>(string text, JsonSerializerOptions? json = null)
    {
        json ??= Parity.Plain;
        var expected = Outcome(() => JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, json), json));
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(text, new BlittableOptions { Mode = mode });
            Assert.Equal($"{text} {expected}", $"{text} {Outcome(() => JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(document.Root), json))}");
        }
    }

    private static string Outcome(Func<string> run)
    {
        try
        {
            return run();
        }
        catch (Exception fault) when (fault is JsonException or BlittableException or NotSupportedException or ArgumentException or InvalidOperationException)
        {
            return "refused";
        }
    }
}
