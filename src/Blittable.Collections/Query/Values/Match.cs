namespace Blittable.Collections.Query.Values;

/// <summary>Tells what statistics alone prove about the rows of a chunk group.</summary>
internal enum Match
{
    /// <summary>No row passes.</summary>
    None,

    /// <summary>Values must be looked at.</summary>
    Some,

    /// <summary>Every row passes.</summary>
    All,
}
