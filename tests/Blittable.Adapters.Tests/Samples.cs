using System.Text;

namespace Blittable.Adapters.Tests;

/// <summary>Sample documents, with and without a dictionary.</summary>
internal static class Samples
{
    public const string Json = """{"customer":{"id":"c-7","name":"Anna"},"total":12.50,"at":"2026-11-25T10:00:00Z","paid":true}""";

    public static BlittableDictionary Dictionary { get; } = BlittableDictionary.Train(
        Enumerable.Range(0, 50).Select(i => new ReadOnlyMemory<byte>(Encoding.UTF8.GetBytes(Json.Replace("c-7", $"c-{i}", StringComparison.Ordinal)))));

    /// <summary>Gets a dictionary that has nothing in common with <see cref="Dictionary"/>.</summary>
    public static BlittableDictionary AnotherDictionary { get; } =
        BlittableDictionary.Train(Enumerable.Repeat(new ReadOnlyMemory<byte>("""{"other":"names"}"""u8.ToArray()), 50));

    public static BlittableDocument Document() => BlittableDocument.Parse(Json);

    public static BlittableDocument WithDictionary() =>
        BlittableDocument.Parse(Json, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = Dictionary });

    /// <summary>Creates a document with <see cref="AnotherDictionary"/>.</summary>
    public static BlittableDocument WithAnotherDictionary() =>
        BlittableDocument.Parse("""{"other":"names"}""", new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = AnotherDictionary });

    /// <summary>Creates an order whose first value, a string, has an invalid tag.</summary>
    public static BlittableDocument Damaged()
    {
        var bytes = BlittableSerializer.Serialize(new Order { Customer = "Anna", Total = 12.50m });
        bytes[0] = 0xff;
        return BlittableDocument.Open(bytes);
    }
}
