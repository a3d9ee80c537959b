using Blittable.Format;

namespace Blittable.Json;

/// <summary>A column of packed decimals, prepared for many rows: the two parts of its numbers lie in one word.</summary>
internal struct PackedTextColumn
{
    /// <summary>So many bits may start at any bit of a word's first byte.</summary>
    private const int MaxWidth = 57;

    public int FirstBit;
    public int Width;
    public ulong Mask;
    public ulong LowMask;
    public long Base;
    public long Step;
    public long Power;
    public long LowBase;
    public DecimalLayout Layout;

    /// <summary>Prepares a column.</summary>
    /// <returns>False if its numbers are not decimals, or are wider than a word.</returns>
    public static bool TryPrepare(in PackedColumn column, out PackedTextColumn prepared)
    {
        var isSplit = column.Exponent != 0;
        prepared = new PackedTextColumn
        {
            FirstBit = column.FirstBit,
            Width = column.Width,
            Mask = ulong.MaxValue >> (64 - column.Width),
            LowMask = isSplit ? (1UL << column.LowWidth) - 1 : 0,
            Base = column.Base,
            Step = column.Step,
            Power = PackedNumbers.PowerOfTen(column.Exponent),
            LowBase = isSplit ? column.LowBase : 0,
            Layout = new DecimalLayout(
                column.Scale, column.Form switch { PackedForm.AllDigits => column.Scale, PackedForm.Trimmed => 0, _ => Math.Min(column.Scale, 1) }),
        };
        return column.IsDecimal && column.Scale <= DecimalWriterKernel.MaxScale && column.Width + column.LowWidth <= MaxWidth;
    }
}
