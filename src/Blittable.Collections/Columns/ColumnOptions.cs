namespace Blittable.Columns;

/// <summary>Sets how a writer makes chunks.</summary>
public sealed record ColumnOptions
{
    /// <summary>Gets the encoding; <see cref="ColumnEncoding.Auto"/> picks the smallest sensible one for each chunk.</summary>
    /// <remarks>Values that the encoding told cannot hold (too many for a dictionary, doubles that are not decimals) are stored by another.
    /// Decimals and dates are always <see cref="ColumnEncoding.Scaled"/> where they can be; the encoding told is then that of their integers.</remarks>
    public ColumnEncoding Encoding { get; init; } = ColumnEncoding.Auto;

    /// <summary>Gets whether a chunk carries count, minimum, maximum, sum, first and last.</summary>
    public bool Statistics { get; init; } = true;

    /// <summary>Gets whether a chunk carries a CRC-32C, which readers check when they open it.</summary>
    public bool Checksum { get; init; } = true;

    internal static ColumnOptions Default { get; } = new();
}
