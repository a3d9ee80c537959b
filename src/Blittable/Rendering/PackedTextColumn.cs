using Blittable.Layout;

namespace Blittable.Rendering;

/// <summary>A column of packed decimals, prepared for many rows: the two parts of its numbers lie in one word.</summary>
/// <remarks>A mantissa is its bits under <see cref="Mask"/>, times <see cref="Power"/>, with <see cref="Base"/>, a <see cref="Step"/> for
/// each row before it and its low part; the base has that of the low part in it, and base and step are multiplied already.</remarks>
internal struct PackedTextColumn
{
    /// <summary>The most bits that may start at any bit of a word's first byte.</summary>
    private const int MaxWidth = 57;

    public long FirstBit;
    public int Width;
    public ulong Mask;
    public ulong LowMask;
    public long Base;
    public long Step;
    public long Power;
    public DecimalLayout Layout;

    /// <summary>Prepares a column.</summary>
    /// <returns>False if its numbers are not decimals, or are wider than a word.</returns>
    public static bool TryPrepare(in PackedColumn column, out PackedTextColumn prepared)
    {
        var isSplit = column.Exponent != 0;
        var power = PowerOfTen.Int64s[column.Exponent];
        prepared = new PackedTextColumn
        {
            FirstBit = column.FirstBit,
            Width = column.Width,
            Mask = ulong.MaxValue >> (64 - column.Width),
            LowMask = isSplit ? (1UL << column.LowWidth) - 1 : 0,
            Base = (column.Base * power) + (isSplit ? column.LowBase : 0),
            Step = column.Step * power,
            Power = power,
            Layout = new DecimalLayout(
                column.Scale, column.Form switch { PackedForm.AllDigits => column.Scale, PackedForm.Trimmed => 0, _ => Math.Min(column.Scale, 1) }),
        };
        return column.IsDecimal && column.Scale <= DecimalWriterKernel.MaxScale && column.Width + column.LowWidth <= MaxWidth;
    }
}
