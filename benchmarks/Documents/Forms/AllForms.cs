namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Lists the forms that the document suites compare, the baseline first.</summary>
internal static class AllForms
{
    private static readonly BlittableOptions InMemory = new(), OnDisk = BlittableOptions.Balanced;

    private static readonly MongoBsonForm Bson = new();

    private static readonly MessagePackForm MessagePack = new();

    public static BlittableForm Memory { get; } = new("memory", InMemory);

    public static BlittableForm Disk { get; } = new("disk", OnDisk);

    public static SharedDictionaryForm SharedMemory { get; } = new(Memory.Name, InMemory);

    public static SharedDictionaryForm SharedDisk { get; } = new(Disk.Name, OnDisk);

    /// <summary>Gets the disk-mode forms with string compressions other than the default.</summary>
    public static IReadOnlyList<DocumentForm> OtherCompressions { get; } =
    [
        new BlittableForm("disk, general", OnDisk with { StringCompression = StringCompression.General }),
        new BlittableForm("disk, trained", OnDisk with { StringCompression = StringCompression.Trained }),
    ];

    public static IReadOnlyList<DocumentForm> List { get; } =
    [
        new JsonDocumentForm(),
        Memory,
        Disk,
        SharedMemory,
        SharedDisk,
        new PreparedNamesForm(Memory.Name, InMemory),
        new PreparedNamesForm(Disk.Name, OnDisk),
        new JsonTextForm(),
        new Utf8JsonReaderForm(),
        new JsonNodeForm(),
        new JTokenForm(),
        Bson,
        MessagePack,
        new SimdjsonForm("simdjson, AVX2", "haswell"),
        new SimdjsonForm("simdjson, AVX-512", "icelake"),
    ];

    /// <summary>Gets the forms for the size comparison. The disk-mode steps show the gain of each technique.</summary>
    public static IReadOnlyList<DocumentForm> Weighed { get; } =
    [
        Memory,
        new BlittableForm("disk, raw strings, nothing shared", OnDisk with { StringCompression = StringCompression.None, ShareValues = false }),
        new BlittableForm("disk, Smaz, nothing shared", OnDisk with { ShareValues = false }),
        new BlittableForm("disk, whole strings", OnDisk with { ShareStarts = false }),
        Disk,
        .. OtherCompressions,
        SharedMemory,
        SharedDisk,
        Bson,
        MessagePack,
    ];
}
