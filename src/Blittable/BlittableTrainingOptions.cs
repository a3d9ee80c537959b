using Blittable.Layout;

namespace Blittable;

/// <summary>Specifies what a dictionary learns from documents.</summary>
public sealed record BlittableTrainingOptions
{
    internal static readonly BlittableTrainingOptions Default = new();

    /// <summary>Gets the minimum number of documents in which a shape or a frequent string must occur to be learned. The default is 2, which excludes names
    /// that are data.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MinSightings { get; init => field = Setting.NotNegative(value); } = 2;

    /// <summary>Gets the maximum number of shapes to learn. The most frequent shapes are selected. The default is 4,096.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxShapes { get; init => field = Setting.NotNegative(value); } = 4096;

    /// <summary>Gets a value that indicates whether a symbol table is trained on the strings. Disk mode then uses it instead of Smaz. The default is
    /// <see langword="true"/>.</summary>
    public bool SymbolTable { get; init; } = true;

    /// <summary>
    /// Gets a value that indicates whether frequent strings are learned, so disk mode can store a number instead. The default is <see langword="false"/>,
    /// because a string in a dictionary outlives the documents that it came from.
    /// </summary>
    public bool FrequentStrings { get; init; }

    /// <summary>Gets the maximum number of frequent strings to learn. The most frequent strings are selected. The default is 65,536.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int MaxStrings { get; init => field = Setting.NotNegative(value); } = 1 << 16;

    /// <summary>Gets a value that indicates whether date strings are stored as dates (see <see cref="BlittableOptions.DetectDates"/>). Dates are not
    /// learned.</summary>
    public bool DetectDates { get; init; } = true;
}
