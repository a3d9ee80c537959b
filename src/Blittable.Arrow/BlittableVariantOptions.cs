namespace Blittable.Arrow;

/// <summary>Specifies how values are stored as Variant.</summary>
public sealed record BlittableVariantOptions
{
    /// <summary>
    /// Gets a value that indicates whether numbers whose text would change, such as <c>1e3</c> or <c>-0</c>, are rejected. The default is false, which
    /// preserves only the value of such numbers.
    /// </summary>
    public bool RequireNumberText { get; init; }

    /// <summary>
    /// Gets a value that indicates whether dates are stored as Variant dates and timestamps if their exact text can be restored. This applies to
    /// <c>YYYY-MM-DD</c>, and to timestamps with 6 or 9 fraction digits and either <c>Z</c> or no zone. The default is false, which stores all dates as
    /// strings.
    /// </summary>
    public bool DatesAsTimestamps { get; init; }
}
