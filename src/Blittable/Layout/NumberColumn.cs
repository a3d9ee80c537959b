namespace Blittable.Layout;

/// <summary>Represents the encoding of a column. <see cref="NumberArrayLayout"/> defines the fields.</summary>
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

    /// <summary>Gets a value that indicates whether the numbers are integers or decimals rather than IEEE 754 numbers.</summary>
    public readonly bool IsDecimal => Form < NumberColumnForm.Single;

    /// <summary>Creates a column with only a form and a scale, which determine how mantissas are converted to text.</summary>
    public static NumberColumn OfForm(byte stored) =>
        new() { Form = (NumberColumnForm)(stored >> NumberArrayLayout.FormShift), Scale = stored & NumberArrayLayout.ScaleMask };

    /// <summary>Gets the form and the scale, as stored.</summary>
    public readonly byte StoredForm => (byte)(((int)Form << NumberArrayLayout.FormShift) | Scale);
}
