using Blittable.Format;

namespace Blittable;

/// <summary>What a dictionary learns from documents.</summary>
public sealed record BlittableTrainingOptions
{
    internal static readonly BlittableTrainingOptions Default = new();

    /// <summary>Documents that must have a shape for it to enter; 2 by default. Names that are data, as in maps keyed by id, do not come twice.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MinSightings { get; init => field = Setting.NotNegative(value); } = 2;

    /// <summary>Shapes that may enter, the most frequent first; 4,096 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxShapes { get; init => field = Setting.NotNegative(value); } = 4096;

    /// <summary>Whether a symbol table is trained on the strings, for <see cref="StringCompression.Trained"/>; true by default.</summary>
    public bool SymbolTable { get; init; } = true;

    /// <summary>
    /// Whether strings that many documents have are taken in, so that disk mode stores a number instead; false by default, as a string in a
    /// dictionary outlives the documents that it came from.
    /// </summary>
    public bool FrequentStrings { get; init; }

    /// <summary>Frequent strings that may enter, those that save most first; 65,536 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxStrings { get; init => field = Setting.NotNegative(value); } = 1 << 16;

    /// <summary>Whether strings that are dates are stored as dates, as in <see cref="BlittableOptions.DetectDates"/>: these are not learned from.</summary>
    public bool DetectDates { get; init; } = true;
}
