namespace Blittable.Dates;

/// <summary>Identifies a field of a date in UTC.</summary>
public enum DateField
{
    /// <summary>The year.</summary>
    Year,

    /// <summary>The month, 1 to 12.</summary>
    Month,

    /// <summary>The day of the month, 1 to 31.</summary>
    Day,

    /// <summary>The hour, 0 to 23.</summary>
    Hour,

    /// <summary>The minute, 0 to 59.</summary>
    Minute,

    /// <summary>The second, 0 to 59.</summary>
    Second,

    /// <summary>The millisecond, 0 to 999.</summary>
    Millisecond,
}
