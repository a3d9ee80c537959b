namespace Blittable;

/// <summary>Specifies how to write numbers that are neither 64-bit integers nor representable as a float64.</summary>
/// <remarks>
/// A float64 represents a number if rounding it to the number's significant digits restores the number. This applies to all numbers of up to 15 digits, and to
/// all texts of doubles that programs print. Such numbers are always written as float64.
/// </remarks>
public enum BlittableMessagePackNumbers
{
    /// <summary>Writing fails with <see cref="BlittableErrorCode.NumberOutOfRange"/>.</summary>
    Refuse,

    /// <summary>The nearest float64. If it is infinite, writing fails.</summary>
    Nearest,

    /// <summary>A string with the text of the number.</summary>
    Text,
}
