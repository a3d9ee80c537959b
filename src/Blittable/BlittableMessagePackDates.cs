namespace Blittable;

/// <summary>What dates become in MessagePack.</summary>
public enum BlittableMessagePackDates
{
    /// <summary>An extension of <see cref="BlittableMessagePackOptions.DateExtensionType"/>, by <see cref="BlittableMessagePackOptions.DateSchema"/>.</summary>
    Extension,

    /// <summary>The timestamp extension of the MessagePack specification, type -1, which has no offset from UTC.</summary>
    Timestamp,

    /// <summary>A string: the date's text.</summary>
    Text,
}
