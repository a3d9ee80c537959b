namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>The forms that every suite of documents compares, the yardstick first.</summary>
internal static class AllForms
{
    public static BlittableForm Memory { get; } = new("memory", BlittableMode.Memory);

    public static BlittableForm Disk { get; } = new("disk", BlittableMode.Disk);

    public static SharedDictionaryForm SharedDisk { get; } = new(Disk.Name, BlittableMode.Disk);

    public static IReadOnlyList<DocumentForm> List { get; } =
    [
        new JsonDocumentForm(),
        Memory,
        Disk,
        new SharedDictionaryForm(Memory.Name, BlittableMode.Memory),
        SharedDisk,
        new PreparedNamesForm(Memory.Name, BlittableMode.Memory),
        new PreparedNamesForm(Disk.Name, BlittableMode.Disk),
        new JsonTextForm(),
        new JsonNodeForm(),
        new JTokenForm(),
        new BsonForm(),
    ];
}
