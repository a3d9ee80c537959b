namespace Blittable.Dates;

/// <summary>Identifies the end of a date's text.</summary>
public enum DateTextZone : byte
{
    /// <summary>Nothing: the text does not say where its clock stands; it is taken as UTC.</summary>
    None = 0,

    /// <summary><c>Z</c>.</summary>
    Z = 1,

    /// <summary><c>z</c>, which RFC 3339 allows.</summary>
    LowerZ = 2,

    /// <summary><c>+hh:mm</c> or <c>-hh:mm</c>.</summary>
    Offset = 3,

    /// <summary><c>-00:00</c>: UTC, local offset unknown (RFC 3339, 4.3).</summary>
    UnknownOffset = 4,
}
