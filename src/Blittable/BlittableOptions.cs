using Blittable.Layout;

namespace Blittable;

/// <summary>Sets how documents are stored, whether they are made from JSON, from MessagePack or by a builder.</summary>
/// <remarks>
/// Start from one of <see cref="Fastest"/>, <see cref="Balanced"/> and <see cref="Smallest"/>; docs/SIZE.md describes the gain and cost of each option.
/// </remarks>
public sealed record BlittableOptions
{
    internal static readonly BlittableOptions Default = new();

    /// <summary>Gets options for documents that are read once or twice: memory mode, and dates stay the strings that they are.</summary>
    public static BlittableOptions Fastest { get; } = new() { DetectDates = false, NanosecondsPerByte = 2 };

    /// <summary>Gets options for documents that are kept and read often: disk mode with Smaz and shared values, without training or dictionary.</summary>
    public static BlittableOptions Balanced { get; } = new() { Mode = BlittableMode.Disk };

    /// <summary>Gets options for documents where size matters most: disk mode with a symbol table for each large document, or that of the dictionary.</summary>
    public static BlittableOptions Smallest { get; } =
        new() { Mode = BlittableMode.Disk, StringCompression = StringCompression.Trained, NanosecondsPerByte = 64 };

    /// <summary>Gets the mode, which is what the converter spends its time on; memory mode by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableMode Mode { get; init => field = Setting.Named(value); } = BlittableMode.Memory;

    /// <summary>Gets whether strings that are dates in RFC 3339 form are stored as dates; their text comes back exactly either way.</summary>
    public bool DetectDates { get; init; } = true;

    /// <summary>Gets a value that indicates whether memory mode checks the grammar of numbers that have a fraction or an exponent; true by default.</summary>
    /// <remarks>
    /// Set it to false only for texts that another parser has validated. A number such as <c>1.5.5</c> is then converted, and reading or rendering it fails with
    /// <see cref="BlittableErrorCode.InvalidNumber"/>. Disk mode always checks.
    /// </remarks>
    public bool ValidateNumbers { get; init; } = true;

    internal bool ChecksNumbers => Mode == BlittableMode.Disk || ValidateNumbers;

    /// <summary>
    /// Gets whether objects may have equal names; true by default. All properties are kept then, and a lookup finds the last. If false, such an object is
    /// refused with <see cref="BlittableErrorCode.DuplicateName"/>, from any source.
    /// </summary>
    public bool AllowDuplicateProperties { get; init; } = true;

    /// <summary>
    /// Gets how many non-empty containers may be nested; 512 by default. A builder counts every container that it starts, as it cannot
    /// know whether something will follow.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxDepth { get; init => field = Setting.NotNegative(value); } = 512;

    /// <summary>Gets how disk mode compresses strings; by Smaz by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public StringCompression StringCompression { get; init => field = Setting.Named(value); } = StringCompression.Smaz;

    /// <summary>Gets whether disk mode stores equal values once; true by default.</summary>
    /// <remarks>
    /// Each property and each array is a context: where equal strings or containers were rare, only a sample is compared until some are found
    /// again. A value that a builder or an editor copies, and that its document stores once, is stored once in the new
    /// one too, regardless of the options: a copy for each use could exceed the largest document.
    /// </remarks>
    public bool ShareValues { get; init; } = true;

    /// <summary>Gets whether disk mode, where it stores equal values once, does so with equal starts of strings too, unless strings are not compressed;
    /// true by default.</summary>
    /// <remarks>
    /// A string that begins like an earlier string then holds only the rest. Reading such a string takes a second decoding, or a third. They are
    /// looked for in the contexts where that saves something, as equal values are.
    /// </remarks>
    public bool ShareStarts { get; init; } = true;

    /// <summary>Gets how many nanoseconds disk mode may take, on average, to make a document one byte shorter; 8 by default.</summary>
    /// <remarks>
    /// For each property and array a converter compares the bytes that a technique saved there with the time that it takes: looking strings, numbers and
    /// containers up, and encoding strings. The times are constants, so that a text always gives the same document. In texts below 4 KB equal values are
    /// found only by samples, unless the price is at least 32. <see cref="Fastest"/> has 2, <see cref="Smallest"/> 64.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative, or more than 1,000.</exception>
    public int NanosecondsPerByte { get; init => field = Setting.Within(value, 0, 1000); } = 8;

    /// <summary>Gets a value that indicates whether disk mode tries, in texts of up to 16 KB, only what saved bytes in the documents before; false by default.</summary>
    /// <remarks>
    /// Converting many small documents of one kind then takes up to a third less time. In return a document can be a few percent larger, and its bytes depend on the documents
    /// that its <see cref="BlittableConverter"/> or <see cref="BlittableMessagePack"/> has converted before. Nothing else has an effect of this option:
    /// <see cref="BlittableDocument.Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>, builders, editors and serializers give a document equal bytes each time.
    /// </remarks>
    public bool LearnAcrossDocuments { get; init; }

    /// <summary>Gets the dictionary of names and shapes that the documents share; null for documents that stand alone.</summary>
    /// <remarks>
    /// Disk mode also uses its frequent strings, unless strings are not compressed, and its symbol table with
    /// <see cref="Blittable.StringCompression.Trained"/>.
    /// </remarks>
    public BlittableDictionary? Dictionary { get; init; }
}
