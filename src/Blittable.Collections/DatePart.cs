namespace Blittable.Collections;

/// <summary>What an instant can be cut down to.</summary>
public enum DatePart
{
    /// <summary>The second.</summary>
    Second,

    /// <summary>The minute.</summary>
    Minute,

    /// <summary>The hour.</summary>
    Hour,

    /// <summary>The day.</summary>
    Day,

    /// <summary>The week, which starts with Monday.</summary>
    Week,

    /// <summary>The month.</summary>
    Month,

    /// <summary>The quarter.</summary>
    Quarter,

    /// <summary>The year.</summary>
    Year,
}
