namespace Blittable.Dates;

/// <summary>Reports the result of decoding a date.</summary>
public enum DateStatus
{
    /// <summary>A date.</summary>
    Ok,

    /// <summary>The bytes end before the date does.</summary>
    Truncated,

    /// <summary>The bytes are another MessagePack value, or an extension of another type.</summary>
    Foreign,

    /// <summary>An extension of the right type whose payload is too long, too short or no date of this schema.</summary>
    Malformed,
}
