namespace Blittable.Layout;

/// <summary>How the numbers of a column are packed; <see cref="NumberArrayLayout"/> says what the fields mean.</summary>
internal struct NumberColumn
{
    public NumberColumnForm Form;
    public int Scale;
    public int FirstBit;
    public int Width;
    public long Base;
    public long Step;
    public int Exponent;
    public int LowWidth;
    public int LowBase;

    /// <summary>Gets a value that indicates whether the numbers are integers or decimals, not IEEE 754.</summary>
    public readonly bool IsDecimal => Form < NumberColumnForm.Single;

    /// <summary>A column with its form and scale only, which say how texts come from mantissas.</summary>
    public static NumberColumn OfForm(byte stored) =>
        new() { Form = (NumberColumnForm)(stored >> NumberArrayLayout.FormShift), Scale = stored & NumberArrayLayout.ScaleMask };

    /// <summary>The form and the scale, as they are stored.</summary>
    public readonly byte StoredForm => (byte)(((int)Form << NumberArrayLayout.FormShift) | Scale);
}
