namespace Blittable.Arrow.Building;

/// <summary>Represents the approximate size of the values in the current batch, which all columns of a table share. Not thread-safe.</summary>
internal sealed class BatchSize
{
    /// <summary>Gets or sets the size in bytes.</summary>
    public long Bytes { get; set; }
}
