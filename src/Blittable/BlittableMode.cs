namespace Blittable;

/// <summary>Selects what a converter spends its time on.</summary>
public enum BlittableMode : byte
{
    /// <summary>
    /// For data that is used at once: raw strings, fixed-width dates, the text of numbers that are not integers. The grammar of that text is checked at
    /// conversion, its range and precision when it is read.
    /// </summary>
    Memory,

    /// <summary>
    /// For data that is written once and read often: compressed strings, values stored once, compact numbers and dates, all checked at conversion.
    /// </summary>
    Disk,
}
