namespace Blittable.Dates;

/// <summary>Where counts start other than at 1970.</summary>
internal static class DateEpoch
{
    /// <summary>2011-01-01T00:00:00Z in seconds since 1970: what the TNT schemas and compact stored dates count from.</summary>
    public const long Tarantool = 1_293_840_000;

    /// <summary>The same in days.</summary>
    public const int TarantoolDay = (int)(Tarantool / Timestamp.SecondsPerDay);
}
