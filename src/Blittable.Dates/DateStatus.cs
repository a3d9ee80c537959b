namespace Blittable.Dates;

/// <summary>Reports the result of decoding a date.</summary>
public enum DateStatus
{
    /// <summary>The date was decoded.</summary>
    Ok,

    /// <summary>The bytes end before the date does.</summary>
    Truncated,

    /// <summary>The bytes are another MessagePack value or an extension of another type.</summary>
    Foreign,

    /// <summary>The extension has the right type, but its payload is too long, too short or not a date of this schema.</summary>
    Malformed,
}
