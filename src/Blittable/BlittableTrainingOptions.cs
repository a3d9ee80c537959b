using Blittable.Layout;

namespace Blittable;

/// <summary>Sets what a dictionary learns from documents.</summary>
public sealed record BlittableTrainingOptions
{
    internal static readonly BlittableTrainingOptions Default = new();

    /// <summary>Gets the number of documents that must have a shape before it enters; 2 by default. Names that are data do not recur.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MinSightings { get; init => field = Setting.NotNegative(value); } = 2;

    /// <summary>Shapes that may enter, the most frequent first; 4,096 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxShapes { get; init => field = Setting.NotNegative(value); } = 4096;

    /// <summary>Gets whether a symbol table is trained on the strings, for <see cref="StringCompression.Trained"/>; true by default.</summary>
    public bool SymbolTable { get; init; } = true;

    /// <summary>
    /// Gets whether strings that many documents have enter, so that disk mode stores a number instead; false by default, as a string in a
    /// dictionary outlives the documents that it came from.
    /// </summary>
    public bool FrequentStrings { get; init; }

    /// <summary>Gets the number of frequent strings that may enter, those that save most first; 65,536 by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxStrings { get; init => field = Setting.NotNegative(value); } = 1 << 16;

    /// <summary>Gets whether date strings are stored as dates, as by <see cref="BlittableOptions.DetectDates"/>; these do not enter.</summary>
    public bool DetectDates { get; init; } = true;
}
