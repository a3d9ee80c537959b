namespace Blittable;

/// <summary>Specifies how dates are written to MessagePack.</summary>
public enum BlittableMessagePackDates
{
    /// <summary>The timestamp extension of the MessagePack specification (type -1), which has no UTC offset.</summary>
    Timestamp,

    /// <summary>The extension <see cref="BlittableMessagePackOptions.DateExtension"/>, or a string if none is set.</summary>
    Extension,

    /// <summary>A string with the text of the date.</summary>
    Text,
}
