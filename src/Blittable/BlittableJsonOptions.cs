using Blittable.Format;

namespace Blittable;

/// <summary>How a document becomes JSON text.</summary>
public sealed record BlittableJsonOptions
{
    internal static readonly BlittableJsonOptions Default = new();

    internal static readonly BlittableJsonOptions DefaultIndented = new() { Indented = true };

    /// <summary>Options that show values which JSON lacks as strings, for descriptions.</summary>
    internal static readonly BlittableJsonOptions Descriptive = new() { NotJson = BlittableNotJson.String };

    /// <summary>Whether each property and element stands on a line of its own, two spaces further in for each level up to the 200th.</summary>
    public bool Indented { get; init; }

    /// <summary>
    /// Where a rendering stops with <see cref="BlittableErrorCode.ExpansionTooLarge"/>: a document that stores values once can stand for a much
    /// longer text. By default 256 times the bytes of the document, and at least 65,536; with a dictionary 4,096 times and at least 1,048,576.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }

    /// <summary>What becomes of NaN, infinities and foreign extensions, which builders can bring in and JSON lacks.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableNotJson NotJson { get; init => field = Setting.Named(value); } = BlittableNotJson.Refuse;
}
