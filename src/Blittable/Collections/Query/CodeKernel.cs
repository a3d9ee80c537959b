using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Rows by the codes of their strings.</summary>
internal static class CodeKernel
{
    /// <summary>Sets the bits of rows whose string matches.</summary>
    /// <param name="codes">A code a row, -1 for a null.</param>
    /// <param name="matches">0 or 1 for the null and then for each code.</param>
    /// <param name="mask">A bit a row.</param>
    public static void Select(ReadOnlySpan<int> codes, ReadOnlySpan<byte> matches, Span<ulong> mask)
    {
        for (var word = 0; word < MaskKernel.Words(codes.Length); word++)
        {
            ulong bits = 0;
            var rows = codes.Slice(word * MaskKernel.WordRows, Math.Min(MaskKernel.WordRows, codes.Length - (word * MaskKernel.WordRows)));
            for (var i = 0; i < rows.Length; i++)
            {
                bits |= (ulong)matches[rows[i] + 1] << i;
            }

            mask[word] = bits;
        }
    }
}
