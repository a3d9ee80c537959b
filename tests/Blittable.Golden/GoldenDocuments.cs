using Blittable.Dates;

namespace Blittable.Golden;

/// <summary>Creates a document of each kind. Each is stored in <c>documents/NAME.hex</c>, and its JSON in <c>documents/NAME.json</c>.</summary>
internal static class GoldenDocuments
{
    public static IReadOnlyList<(string Name, string? Dictionary, Func<BlittableDictionary?, BlittableDocument> Make)> All { get; } =
    [
        ("every-kind-memory", null, _ => Convert(new BlittableOptions { Mode = BlittableMode.Memory })),
        ("every-kind-disk-raw", null, _ => Convert(Disk(StringCompression.None))),
        ("every-kind-disk-smaz", null, _ => Convert(Disk(StringCompression.Smaz))),
        ("every-kind-disk-general", null, _ => Convert(Disk(StringCompression.General))),
        ("every-kind-disk-trained", null, _ => Convert(Disk(StringCompression.Trained))),
        ("every-kind-smallest", null, _ => Convert(BlittableOptions.Smallest)),
        ("first-memory", GoldenDictionaries.First, dictionary => Order(new BlittableOptions { Mode = BlittableMode.Memory, Dictionary = dictionary })),
        ("first-disk", GoldenDictionaries.First, dictionary => Order(Disk(StringCompression.Trained) with { Dictionary = dictionary })),
        ("second-disk", GoldenDictionaries.Second, dictionary => Order(Disk(StringCompression.Trained) with { Dictionary = dictionary })),
        ("prose-disk-trained", null, _ => BlittableDocument.Parse(GoldenJson.Prose(), Disk(StringCompression.Trained))),
        ("scalar", null, _ => BlittableDocument.Parse("42")),
        ("built", null, _ => Built(new BlittableOptions { Mode = BlittableMode.Memory })),
        ("built-disk", null, _ => Built(Disk(StringCompression.Smaz))),
        ("large-slots", null, _ => Large()),
    ];

    /// <summary>Creates the only kind of value that JSON cannot represent. It is stored in <c>extensions/extension.hex</c>.</summary>
    public static BlittableDocument Extension()
    {
        using var builder = new BlittableBuilder();
        builder.WriteExtension(5, [1, 2, 3]);
        return builder.ToDocument();
    }

    private static BlittableOptions Disk(StringCompression strings) => new() { Mode = BlittableMode.Disk, StringCompression = strings };

    private static BlittableDocument Convert(BlittableOptions options) => BlittableDocument.Parse(GoldenJson.EveryKind(), options);

    private static BlittableDocument Order(BlittableOptions options) => BlittableDocument.Parse(GoldenJson.Order(73), options);

    /// <summary>Writes values that converters never create from JSON: floats and binary values.</summary>
    private static BlittableDocument Built(BlittableOptions options)
    {
        using var builder = new BlittableBuilder(options);
        builder.WriteStartArray();
        builder.WriteNumber(1.5f);
        builder.WriteNumber(0.1f);
        builder.WriteNumber(0.1);
        builder.WriteNumber(1.5);
        builder.WriteNumber(79228162514264337593543950335m);
        builder.WriteBinary([0, 1, 2, 254, 255]);
        builder.WriteGuid(Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"));
        builder.WriteDate(new DateTimeOffset(2026, 11, 27, 12, 34, 56, TimeSpan.FromHours(-5)));
        builder.WriteDate(new DateOnly(2026, 11, 27));
        builder.WriteTime(new TimeOnly(23, 59, 58));
        builder.WriteEndArray();
        return builder.ToDocument();
    }

    /// <summary>Creates slots of 2 bytes, distances of 3 bytes and a reference over more than 64 KiB.</summary>
    private static BlittableDocument Large()
    {
        const string Text = "\"a text that stands at both ends of the document\"";
        var middle = string.Join(',', Enumerable.Range(0, 40).Select(i => $"\"{i}{string.Concat(Enumerable.Range(0, 220).Select(j => (char)('A' + ((i * j * 31 + j * j) % 26))))}\""));
        return BlittableDocument.Parse($"{{\"first\":{Text},\"middle\":[{middle}],\"last\":{Text}}}", Disk(StringCompression.Smaz));
    }
}
