using System.Buffers;
using System.Numerics;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Maps array elements to the rows that contain them.</summary>
internal static class ElementRows
{
    /// <summary>Sets the bit of each row that has at least one element with its bit set.</summary>
    public static void Fold(StripeNode node, GroupCursor cursor, ulong[] elements, Span<ulong> rows)
    {
        var group = cursor.Group;
        while (true)
        {
            var array = node.Space.Parent!;
            var outer = array.SpaceRows(group);
            var count = node.SpaceRows(group);
            if (array.Space.Parent is null)
            {
                FoldOnce(array, group, elements.AsSpan(0, MaskKernel.Words(count)), outer, rows);
                return;
            }

            var folded = new ulong[MaskKernel.Words(outer)];
            FoldOnce(array, group, elements.AsSpan(0, MaskKernel.Words(count)), outer, folded);
            (node, elements) = (array, folded);
        }
    }

    private static void FoldOnce(StripeNode array, int group, ReadOnlySpan<ulong> elements, int rows, Span<ulong> passed)
    {
        passed.Clear();
        if (!elements.ContainsAnyExcept(0UL))
        {
            return;
        }

        var ends = ArrayPool<long>.Shared.Rent(rows);
        new ColumnReader<long>(array.Ends!.Open(group).Span, verify: false).ReadBatch(ends.AsSpan(0, rows));
        var row = 0;
        for (var word = 0; word < elements.Length; word++)
        {
            for (var bits = elements[word]; bits != 0; bits &= bits - 1)
            {
                // A row without an array has the end of the previous row, so it is skipped.
                var element = (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits);
                while (row < rows && ends[row] <= element)
                {
                    row++;
                }

                if (row < rows)
                {
                    passed[row >> 6] |= 1UL << row;
                }
            }
        }

        ArrayPool<long>.Shared.Return(ends);
    }
}
