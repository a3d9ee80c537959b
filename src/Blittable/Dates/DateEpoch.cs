namespace Blittable.Dates;

/// <summary>Defines epochs other than 1970.</summary>
internal static class DateEpoch
{
    /// <summary>2011-01-01T00:00:00Z in seconds since 1970, the epoch of the TNT schemas and of compact stored dates.</summary>
    public const long Tarantool = 1_293_840_000;

    /// <summary>2011-01-01 in days since 1970, the epoch of the TNT schemas and of compact stored dates.</summary>
    public const int TarantoolDay = (int)(Tarantool / Timestamp.SecondsPerDay);
}
