namespace Blittable.Columns;

/// <summary>Specifies how a writer creates chunks.</summary>
public sealed record ColumnOptions
{
    /// <summary>Gets the encoding. <see cref="ColumnEncoding.Auto"/> chooses the smallest suitable encoding for each chunk.</summary>
    /// <remarks>If the encoding cannot represent the values (too many distinct values for a dictionary, doubles that are not decimals), another one is used.
    /// Decimals and dates are stored as <see cref="ColumnEncoding.Scaled"/> if possible; the specified encoding then applies to their integers.</remarks>
    public ColumnEncoding Encoding { get; init; } = ColumnEncoding.Auto;

    /// <summary>Gets a value that indicates whether chunks contain statistics: count, minimum, maximum, sum, first and last value.</summary>
    public bool Statistics { get; init; } = true;

    /// <summary>Gets a value that indicates whether chunks contain a CRC-32C checksum, which readers verify when they open a chunk.</summary>
    public bool Checksum { get; init; } = true;

    internal static ColumnOptions Default { get; } = new();
}
