namespace Blittable;

/// <summary>Specifies whether documents are optimized for conversion speed or for size.</summary>
public enum BlittableMode : byte
{
    /// <summary>
    /// For short-lived data: raw strings, fixed-width dates, and non-integer numbers as text. The grammar of these numbers is checked at conversion (see
    /// <see cref="BlittableOptions.ValidateNumbers"/>), their range and precision when they are read.
    /// </summary>
    Memory,

    /// <summary>
    /// For data that is written once and read often: compressed strings, shared values, and compact numbers and dates. Everything is checked at conversion.
    /// </summary>
    Disk,
}
