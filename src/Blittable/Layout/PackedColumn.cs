namespace Blittable.Layout;

/// <summary>How the numbers of a column are packed; <see cref="PackedNumbers"/> says what the fields mean.</summary>
internal struct PackedColumn
{
    public PackedForm Form;
    public int Scale;
    public int FirstBit;
    public int Width;
    public long Base;
    public long Step;
    public int Exponent;
    public int LowWidth;
    public int LowBase;

    /// <summary>Gets a value that indicates whether the numbers are integers or decimals, not IEEE 754.</summary>
    public readonly bool IsDecimal => Form < PackedForm.Single;

    /// <summary>A column with its form and scale only, which say how texts come from mantissas.</summary>
    public static PackedColumn OfForm(byte stored) =>
        new() { Form = (PackedForm)(stored >> PackedNumbers.FormShift), Scale = stored & PackedNumbers.ScaleMask };

    /// <summary>The form and the scale, as they are stored.</summary>
    public readonly byte StoredForm => (byte)(((int)Form << PackedNumbers.FormShift) | Scale);
}
