namespace Blittable.Arrow.Building;

/// <summary>Represents the state of the current batch, which all columns of a table share. Not thread-safe.</summary>
/// <param name="onUnfitValue">
/// Receives the column, the row and the message of values that a column of a given schema cannot store. Null if such values end the export.
/// </param>
internal sealed class BatchContext(Action<string, long, string>? onUnfitValue)
{
    /// <summary>Gets the receiver of values that a column of a given schema cannot store, or null if such values end the export.</summary>
    public Action<string, long, string>? OnUnfitValue => onUnfitValue;

    /// <summary>Gets or sets the approximate size of the values in bytes.</summary>
    public long Bytes { get; set; }

    /// <summary>Gets or sets the row number of the current document in its collection, for messages.</summary>
    public long Row { get; set; }
}
