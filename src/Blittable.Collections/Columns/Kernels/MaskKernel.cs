using System.Numerics;

namespace Blittable.Columns;

/// <summary>Provides operations on row masks: one bit per row, row 0 in the lowest bit of the first word. Bits after the last row are zero.</summary>
internal static partial class MaskKernel
{
    /// <summary>The number of rows in a word.</summary>
    public const int WordRows = 64;

    /// <summary>Returns the number of words for the specified number of rows.</summary>
    public static int Words(int rows) => (rows + WordRows - 1) / WordRows;

    /// <summary>Determines whether a row's bit is set.</summary>
    public static bool IsSet(ReadOnlySpan<ulong> mask, int row) => ((mask[row >> 6] >> row) & 1) != 0;

    /// <summary>Counts the set bits.</summary>
    public static int Count(ReadOnlySpan<ulong> mask)
    {
        var count = 0;
        foreach (var word in mask)
        {
            count += BitOperations.PopCount(word);
        }

        return count;
    }

    /// <summary>Counts the set bits among the first <paramref name="rows"/> rows.</summary>
    public static int Count(ReadOnlySpan<ulong> mask, int rows)
    {
        var count = Count(mask[..(rows >> 6)]);
        return (rows & 63) == 0 ? count : count + BitOperations.PopCount(mask[rows >> 6] & LowBits(rows & 63));
    }

    /// <summary>Returns a word with its lowest <paramref name="count"/> bits set, 0 to 63.</summary>
    public static ulong LowBits(int count) => (1UL << count) - 1;

    /// <summary>Sets the bits of the first <paramref name="rows"/> rows and clears the others.</summary>
    public static void SetAll(Span<ulong> mask, int rows)
    {
        mask[..(rows >> 6)].Fill(ulong.MaxValue);
        if ((rows & 63) != 0)
        {
            mask[rows >> 6] = LowBits(rows & 63);
        }

        mask[Words(rows)..].Clear();
    }
}
