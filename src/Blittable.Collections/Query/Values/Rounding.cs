namespace Blittable.Collections.Query.Values;

/// <summary>Specifies how a quotient is rounded to an integer.</summary>
internal enum Rounding
{
    /// <summary>The greatest integer that is at most the quotient.</summary>
    Floor,

    /// <summary>The least integer that is at least the quotient.</summary>
    Ceiling,

    /// <summary>The nearest integer; of two, the integer farther from zero.</summary>
    HalfAwayFromZero,
}
