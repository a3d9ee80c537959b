namespace Blittable;

/// <summary>Selects how numbers are written that are neither 64-bit integers nor exact as a float64.</summary>
/// <remarks>
/// A float64 carries a number to its last digit if, rounded to as many significant digits as the number has, it is that number again. That
/// holds for all numbers of up to 15 digits and for whatever a program printed of a double; such numbers are always written as float64.
/// </remarks>
public enum BlittableMessagePackNumbers
{
    /// <summary>Nothing: writing ends with <see cref="BlittableErrorCode.NumberOutOfRange"/>.</summary>
    Refuse,

    /// <summary>The nearest float64; still an error if that is infinite.</summary>
    Nearest,

    /// <summary>A string with the number's text.</summary>
    Text,
}
