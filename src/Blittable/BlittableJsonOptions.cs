using Blittable.Layout;

namespace Blittable;

/// <summary>Sets how a document is rendered as JSON text.</summary>
public sealed record BlittableJsonOptions
{
    internal static readonly BlittableJsonOptions Default = new();

    internal static readonly BlittableJsonOptions DefaultIndented = new() { Indented = true };

    /// <summary>Options that show values which JSON lacks as strings, for descriptions.</summary>
    internal static readonly BlittableJsonOptions Descriptive = new() { NotJson = BlittableNotJson.String };

    /// <summary>Gets whether each property and element stands on a line of its own, two spaces further in for each level up to the 200th.</summary>
    public bool Indented { get; init; }

    /// <summary>
    /// Gets the bytes after which a rendering stops with <see cref="BlittableErrorCode.ExpansionTooLarge"/>, because a document with shared values can expand to a much
    /// longer text. By default this is the limit of the value: see <see cref="BlittableValue.WithMaxExpandedBytes"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }

    /// <summary>Gets how NaN, infinities and foreign extensions are written, which builders can add and JSON lacks.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableNotJson NotJson { get; init => field = Setting.Named(value); } = BlittableNotJson.Refuse;
}
