using System.Numerics;
using System.Runtime.Intrinsics.X86;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents the selected rows of a chunk group, with one bit per row.</summary>
internal sealed class RowSelection
{
    private ulong[] _mask = [];

    /// <summary>Gets the number of rows in the group.</summary>
    public int Rows { get; private set; }

    /// <summary>Gets the number of selected rows.</summary>
    public int Count { get; private set; }

    public bool IsAll => Count == Rows;

    public Span<ulong> Mask => _mask.AsSpan(0, MaskKernel.Words(Rows));

    /// <summary>Selects all rows of a group.</summary>
    public void SelectAll(int rows)
    {
        if (_mask.Length < MaskKernel.Words(rows))
        {
            _mask = new ulong[MaskKernel.Words(rows)];
        }

        Rows = rows;
        Count = rows;
        MaskKernel.SetAll(Mask, rows);
    }

    /// <summary>Updates the count after the mask was changed.</summary>
    public void Recount() => Count = MaskKernel.Count(Mask);

    /// <summary>Copies the bits of the selected rows to consecutive bits.</summary>
    public void Compress(ReadOnlySpan<ulong> bits, Span<ulong> selected)
    {
        if (IsAll)
        {
            bits[..Mask.Length].CopyTo(selected);
            return;
        }

        selected[..MaskKernel.Words(Count)].Clear();
        var written = 0;
        for (var word = 0; word < Mask.Length; word++)
        {
            var mask = Mask[word];
            if (mask == 0)
            {
                continue;
            }

            var extracted = Bmi2.X64.IsSupported ? Bmi2.X64.ParallelBitExtract(bits[word], mask) : Extract(bits[word], mask);
            var shift = written & 63;
            selected[written >> 6] |= extracted << shift;
            written += BitOperations.PopCount(mask);
            if (shift != 0 && (written - 1) >> 6 != (written - BitOperations.PopCount(mask)) >> 6)
            {
                selected[(written - 1) >> 6] |= extracted >> (64 - shift);
            }
        }
    }

    /// <summary>Copies consecutive bits to the bits of the selected rows. The inverse of <see cref="Compress"/>.</summary>
    public void Spread(ReadOnlySpan<ulong> selected, Span<ulong> bits)
    {
        var read = 0;
        for (var word = 0; word < Mask.Length; word++)
        {
            bits[word] = 0;
            for (var mask = Mask[word]; mask != 0; mask &= mask - 1)
            {
                bits[word] |= MaskKernel.IsSet(selected, read++) ? mask & (~mask + 1) : 0;
            }
        }
    }

    /// <summary>Copies the numbers of the selected rows within the group.</summary>
    public void CopyRows(Span<int> rows)
    {
        var written = 0;
        for (var word = 0; word < Mask.Length; word++)
        {
            for (var bits = Mask[word]; bits != 0; bits &= bits - 1)
            {
                rows[written++] = (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits);
            }
        }
    }

    /// <summary>Extracts bits like <c>pext</c>, without that instruction.</summary>
    internal static ulong Extract(ulong bits, ulong mask)
    {
        ulong extracted = 0;
        for (var i = 0; mask != 0; mask &= mask - 1, i++)
        {
            extracted |= ((bits >> BitOperations.TrailingZeroCount(mask)) & 1) << i;
        }

        return extracted;
    }
}
