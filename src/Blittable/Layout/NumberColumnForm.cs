namespace Blittable.Layout;

/// <summary>Specifies the type of the numbers in a column, and how their text is restored from mantissas.</summary>
internal enum NumberColumnForm : byte
{
    /// <summary>All digits of the scale follow the decimal point: <c>1.50</c>. With scale 0, integers.</summary>
    AllDigits,

    /// <summary>Trailing zeros of the fraction are omitted, and the decimal point with the last of them: <c>1.5</c>, <c>1</c>.</summary>
    Trimmed,

    /// <summary>Trailing zeros of the fraction are omitted, except for the first fraction digit: <c>1.5</c>, <c>1.0</c>.</summary>
    TrimmedToOne,

    /// <summary>32-bit IEEE 754 numbers.</summary>
    Single,

    /// <summary>64-bit IEEE 754 numbers.</summary>
    Double,

    /// <summary>64-bit IEEE 754 numbers, stored as exactly equal 32-bit numbers.</summary>
    NarrowDouble,
}
