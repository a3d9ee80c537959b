using Blittable.Layout;

namespace Blittable;

/// <summary>Specifies how documents are stored, regardless of their source: JSON, MessagePack or a builder.</summary>
/// <remarks>
/// Start from <see cref="Fastest"/>, <see cref="Balanced"/> or <see cref="Smallest"/>; docs/SIZE.md describes the gain and cost of each option.
/// </remarks>
public sealed record BlittableOptions
{
    internal static readonly BlittableOptions Default = new();

    /// <summary>Gets options for documents that are read once or twice: memory mode, without date detection.</summary>
    public static BlittableOptions Fastest { get; } = new() { DetectDates = false, NanosecondsPerByte = 2 };

    /// <summary>Gets options for documents that are stored and read often: disk mode with Smaz and shared values, without training or a dictionary.</summary>
    public static BlittableOptions Balanced { get; } = new() { Mode = BlittableMode.Disk };

    /// <summary>Gets options for minimum size: disk mode with a symbol table in each large document, or the symbol table of the dictionary.</summary>
    public static BlittableOptions Smallest { get; } =
        new() { Mode = BlittableMode.Disk, StringCompression = StringCompression.Trained, NanosecondsPerByte = 64 };

    /// <summary>Gets the mode, which optimizes documents for conversion speed or for size. The default is memory mode.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableMode Mode { get; init => field = Setting.Named(value); } = BlittableMode.Memory;

    /// <summary>Gets a value that indicates whether strings in RFC 3339 date form are stored as dates. Their exact text is restored in either case.</summary>
    public bool DetectDates { get; init; } = true;

    /// <summary>Gets a value that indicates whether memory mode checks the grammar of numbers with a fraction or an exponent. The default is
    /// <see langword="true"/>.</summary>
    /// <remarks>
    /// Set it to <see langword="false"/> only for text that another parser has validated. A number such as <c>1.5.5</c> is then converted, and reading or
    /// rendering it fails with <see cref="BlittableErrorCode.InvalidNumber"/>. Disk mode always checks the grammar.
    /// </remarks>
    public bool ValidateNumbers { get; init; } = true;

    internal bool ChecksNumbers => Mode == BlittableMode.Disk || ValidateNumbers;

    /// <summary>
    /// Gets a value that indicates whether objects may have duplicate names. The default is <see langword="true"/>: all properties are stored, and a lookup
    /// finds the last. If <see langword="false"/>, such an object is rejected with <see cref="BlittableErrorCode.DuplicateName"/>, regardless of its source.
    /// </summary>
    public bool AllowDuplicateProperties { get; init; } = true;

    /// <summary>
    /// Gets the maximum nesting depth of non-empty containers. The default is 512. A builder counts every container that it starts, because it cannot know
    /// whether the container will remain empty.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxDepth { get; init => field = Setting.NotNegative(value); } = 512;

    /// <summary>Gets the maximum size, in bytes of JSON text, that a document may expand to when it is read with these options, or <see langword="null"/> for
    /// the default. Conversion to a document is not limited.</summary>
    /// <remarks>
    /// The option applies to <see cref="BlittableSerializer.Deserialize{T}(ReadOnlySpan{byte}, BlittableOptions?)"/> and to adapters that open stored or received
    /// documents. By default, a value has the limit that its document was opened with (<see cref="BlittableValue.WithMaxExpandedBytes"/>). Adapters for stores,
    /// such as databases and caches, have a default limit of 2,147,483,591 bytes, because they read what the program has stored.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }

    /// <summary>Gets the compression of strings in disk mode. The default is Smaz.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public StringCompression StringCompression { get; init => field = Setting.Named(value); } = StringCompression.Smaz;

    /// <summary>Gets a value that indicates whether disk mode stores equal values once. The default is <see langword="true"/>.</summary>
    /// <remarks>
    /// Each property and each array is observed separately. If equal strings or containers are rare there, only a sample is compared until equal values are
    /// found again. A builder or an editor that copies a shared value shares it in the new document too, regardless of this option. A copy for each use could
    /// exceed the maximum document size.
    /// </remarks>
    public bool ShareValues { get; init; } = true;

    /// <summary>Gets a value that indicates whether disk mode, if it stores equal values once, also stores equal prefixes of strings once. Not applied if
    /// strings are uncompressed. The default is <see langword="true"/>.</summary>
    /// <remarks>
    /// A string that begins like an earlier string then contains only the rest. Reading such a string requires a second or third decoding step. Like equal
    /// values, prefixes are searched only in properties and arrays in which they save bytes.
    /// </remarks>
    public bool ShareStarts { get; init; } = true;

    /// <summary>Gets the average time, in nanoseconds, that disk mode may spend to save one byte. The default is 8.</summary>
    /// <remarks>
    /// For each property and array, a converter compares the bytes that a technique saves with its cost. Costs are incurred by looking up strings, numbers and
    /// containers, and by encoding strings. The costs are constants, so conversion is deterministic. In texts below 4 KB, equal values are found only by
    /// sampling, and in the first 512 bytes of a document of a .NET object, equal values of properties are not looked up, unless this option is at least 32.
    /// <see cref="Fastest"/> uses 2, <see cref="Smallest"/> uses 64.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative or greater than 1,000.</exception>
    public int NanosecondsPerByte { get; init => field = Setting.Within(value, 0, 1000); } = 8;

    /// <summary>Gets a value that indicates whether disk mode, for texts of up to 16 KB, only tries techniques that saved bytes in previous documents. The
    /// default is <see langword="false"/>.</summary>
    /// <remarks>
    /// Conversion of many small, similar documents then takes up to a third less time. In return, a document can be a few percent larger, and its bytes depend
    /// on the documents that its <see cref="BlittableConverter"/> or <see cref="BlittableMessagePack"/> converted before, or on the objects of any type that the
    /// thread wrote before with <see cref="BlittableSerializer"/> and equal options. The option affects no other class:
    /// <see cref="BlittableDocument.Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>, builders and editors remain deterministic.
    /// </remarks>
    public bool LearnAcrossDocuments { get; init; }

    /// <summary>Gets the dictionary of names and shapes shared by documents, or <see langword="null"/> for self-contained documents.</summary>
    /// <remarks>
    /// Disk mode also uses the frequent strings of the dictionary, unless strings are uncompressed, and its symbol table with
    /// <see cref="Blittable.StringCompression.Smaz"/>, which is the default, and <see cref="Blittable.StringCompression.Trained"/>.
    /// </remarks>
    public BlittableDictionary? Dictionary { get; init; }
}
