namespace Blittable;

/// <summary>How a converter turns JSON into documents.</summary>
public sealed record BlittableOptions
{
    internal static readonly BlittableOptions Default = new();

    /// <summary>What the converter spends its time on; memory mode by default.</summary>
    public BlittableMode Mode { get; init; } = BlittableMode.Memory;

    /// <summary>Whether strings that are dates in RFC 3339 form are stored as dates; their text comes back exactly either way.</summary>
    public bool DetectDates { get; init; } = true;

    /// <summary>How many containers may be nested; 512 by default.</summary>
    public int MaxDepth { get; init; } = 512;

    /// <summary>How disk mode compresses strings; Smaz by default.</summary>
    public StringCompression StringCompression { get; init; } = StringCompression.Smaz;

    /// <summary>Whether disk mode stores equal values once; true by default.</summary>
    public bool ShareValues { get; init; } = true;

    /// <summary>Names and shapes that the documents share and do not carry; null for documents that stand alone.</summary>
    /// <remarks>
    /// Disk mode also uses its frequent strings, unless strings are not compressed, and its symbol table with <see cref="Blittable.StringCompression.Trained"/>.
    /// </remarks>
    public BlittableDictionary? Dictionary { get; init; }
}
