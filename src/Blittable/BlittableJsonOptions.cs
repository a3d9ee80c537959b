using Blittable.Layout;

namespace Blittable;

/// <summary>Specifies how a document is rendered as JSON text.</summary>
public sealed record BlittableJsonOptions
{
    internal static readonly BlittableJsonOptions Default = new();

    internal static readonly BlittableJsonOptions DefaultIndented = new() { Indented = true };

    /// <summary>The options for descriptions. Values that have no JSON representation become strings.</summary>
    internal static readonly BlittableJsonOptions Descriptive = new() { NotJson = BlittableNotJson.String };

    /// <summary>Gets a value that indicates whether each property and element is on its own line, indented by two spaces for each of the first 200
    /// levels.</summary>
    public bool Indented { get; init; }

    /// <summary>
    /// Gets the maximum size of the text, in bytes. A rendering that exceeds it fails with <see cref="BlittableErrorCode.ExpansionTooLarge"/>, because a
    /// document that shares values can expand to a much longer text. By default, the limit of the value applies. See
    /// <see cref="BlittableValue.WithMaxExpandedBytes"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }

    /// <summary>Gets the format of NaN, infinities and extensions of other formats. Builders can write these values, but they have no JSON
    /// representation.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableNotJson NotJson { get; init => field = Setting.Named(value); } = BlittableNotJson.Refuse;
}
