namespace Blittable;

/// <summary>Selects how dates are written to MessagePack.</summary>
public enum BlittableMessagePackDates
{
    /// <summary>The timestamp extension of the MessagePack specification, type -1, which has no offset from UTC.</summary>
    Timestamp,

    /// <summary>The extension that <see cref="BlittableMessagePackOptions.DateExtension"/> names; a string if it names none.</summary>
    Extension,

    /// <summary>A string: the date's text.</summary>
    Text,
}
