namespace Blittable.Collections;

/// <summary>Specifies the unit to which <see cref="ScanExpression.Truncate"/> truncates an instant.</summary>
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

    /// <summary>The week, starting on Monday.</summary>
    Week,

    /// <summary>The month.</summary>
    Month,

    /// <summary>The quarter.</summary>
    Quarter,

    /// <summary>The year.</summary>
    Year,
}
