namespace Blittable.Layout;

/// <summary>Describes the numbers of a packed column, and how their texts are restored from mantissas.</summary>
internal enum NumberColumnForm : byte
{
    /// <summary>All digits of the scale stand after the point: <c>1.50</c>; with scale 0 integers.</summary>
    AllDigits,

    /// <summary>Zeros at the end of a fraction are left out, and the point with the last of them: <c>1.5</c>, <c>1</c>.</summary>
    Trimmed,

    /// <summary>The same, but one digit stays: <c>1.5</c>, <c>1.0</c>.</summary>
    TrimmedToOne,

    /// <summary>IEEE 754, 32 bits.</summary>
    Single,

    /// <summary>IEEE 754, 64 bits.</summary>
    Double,

    /// <summary>IEEE 754, 64 bits, all exact in the 32 that they are stored in.</summary>
    NarrowDouble,
}
