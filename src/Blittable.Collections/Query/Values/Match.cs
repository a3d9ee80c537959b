namespace Blittable.Collections.Query.Values;

/// <summary>Specifies what statistics alone prove about the rows of a chunk group.</summary>
internal enum Match
{
    /// <summary>No row matches.</summary>
    None,

    /// <summary>Values must be tested.</summary>
    Some,

    /// <summary>Every row matches.</summary>
    All,
}
