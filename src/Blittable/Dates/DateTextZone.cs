namespace Blittable.Dates;

/// <summary>Specifies the end of a date's text.</summary>
public enum DateTextZone : byte
{
    /// <summary>No zone. The text does not specify an offset and is treated as UTC.</summary>
    None = 0,

    /// <summary><c>Z</c>.</summary>
    Z = 1,

    /// <summary><c>z</c>, which RFC 3339 allows.</summary>
    LowerZ = 2,

    /// <summary><c>+hh:mm</c> or <c>-hh:mm</c>.</summary>
    Offset = 3,

    /// <summary><c>-00:00</c>: UTC with an unknown local offset (RFC 3339, 4.3).</summary>
    UnknownOffset = 4,
}
