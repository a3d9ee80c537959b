namespace Blittable.Arrow;

/// <summary>Sets how values are stored as Variant.</summary>
public sealed record BlittableVariantOptions
{
    /// <summary>
    /// Gets a value that indicates whether numbers whose text would change, such as <c>1e3</c> or <c>-0</c>, are refused; false by default, so that only their value is
    /// kept.
    /// </summary>
    public bool RequireNumberText { get; init; }

    /// <summary>
    /// Gets a value that indicates whether dates become dates and timestamps of Variant where their text comes back exactly: <c>YYYY-MM-DD</c>, and times with 6 or 9
    /// digits after the point and <c>Z</c> or no zone. False by default, which stores all as strings.
    /// </summary>
    public bool DatesAsTimestamps { get; init; }
}
