using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Provides operations on validity masks: one bit for each row of a chunk, set if the row is not null, row 0 lowest. Bits after the last row are
/// zero.</summary>
internal static class RowBits
{
    /// <summary>Sets the bits of a range of rows.</summary>
    public static void SetRange(Span<ulong> words, int start, int count)
    {
        for (var row = start; row < start + count;)
        {
            var bits = Math.Min(MaskKernel.WordRows - (row & 63), start + count - row);
            words[row >> 6] |= (bits == MaskKernel.WordRows ? ulong.MaxValue : MaskKernel.LowBits(bits)) << row;
            row += bits;
        }
    }

    /// <summary>Clears the bits of null rows.</summary>
    public static void ClearNulls(Span<ulong> words, int start, ReadOnlySpan<bool> isNull)
    {
        for (var i = isNull.IndexOf(true); i >= 0;)
        {
            words[(start + i) >> 6] &= ~(1UL << (start + i));
            var next = isNull[(i + 1)..].IndexOf(true);
            i = next < 0 ? -1 : i + 1 + next;
        }
    }

    /// <summary>Counts the rows whose bit is not set; 0 for an empty mask.</summary>
    public static int CountNulls(ReadOnlySpan<ulong> words, int rows)
    {
        if (words.IsEmpty)
        {
            return 0;
        }

        if (words.Length < MaskKernel.Words(rows))
        {
            throw new ArgumentException($"{rows} rows require {MaskKernel.Words(rows)} validity words; the span has {words.Length}.", nameof(words));
        }

        return rows - MaskKernel.Count(words, rows);
    }

    public static void Write(ColumnBuffer output, ReadOnlySpan<ulong> words, int rows)
    {
        for (var word = 0; word < MaskKernel.Words(rows); word++)
        {
            var bits = Math.Min(MaskKernel.WordRows, rows - (word * MaskKernel.WordRows));
            output.WriteInt64((long)(bits == MaskKernel.WordRows ? words[word] : words[word] & MaskKernel.LowBits(bits)));
        }
    }

    /// <summary>Reads the validity of a chunk's rows from its sections, and verifies that it has as many nulls as the header states.</summary>
    public static ReadOnlySpan<ulong> Take(scoped ref ColumnBytes bytes, int rows, int nulls)
    {
        var taken = bytes.Take(MaskKernel.Words(rows) * sizeof(ulong), "validity");
        ReadOnlySpan<ulong> words;
        if (BitConverter.IsLittleEndian)
        {
            words = MemoryMarshal.Cast<byte, ulong>(taken);
        }
        else
        {
            var swapped = MemoryMarshal.Cast<byte, ulong>(taken).ToArray();
            BinaryPrimitives.ReverseEndianness(swapped, swapped);
            words = swapped;
        }

        if ((rows & 63) != 0 && words[^1] > MaskKernel.LowBits(rows & 63))
        {
            ThrowHelper.InvalidData("zero bits after the last row", $"{words[^1]:x16}");
        }

        if (rows - MaskKernel.Count(words) != nulls)
        {
            ThrowHelper.InvalidData($"a validity bitmap with {nulls} nulls", $"{rows - MaskKernel.Count(words)}");
        }

        return words;
    }

    /// <summary>Copies the bits of a range of rows, shifted to bit 0.</summary>
    public static void Copy(ReadOnlySpan<ulong> words, int start, int count, Span<ulong> destination)
    {
        var shift = start & 63;
        for (var i = 0; i < MaskKernel.Words(count); i++)
        {
            var at = (start >> 6) + i;
            var bits = words[at] >> shift;
            if (shift != 0 && at + 1 < words.Length)
            {
                bits |= words[at + 1] << (64 - shift);
            }

            var left = count - (i * MaskKernel.WordRows);
            destination[i] = left >= MaskKernel.WordRows ? bits : bits & MaskKernel.LowBits(left);
        }
    }

    /// <summary>Throws if a row does not exist.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A row does not exist.</exception>
    public static void Check(ReadOnlySpan<int> rows, int count)
    {
        foreach (var row in rows)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)row, (uint)count, nameof(rows));
        }
    }

    /// <summary>Finds the positions of selected rows among the non-null rows.</summary>
    /// <param name="words">One bit for each row.</param>
    /// <param name="rows">The rows. Ascending order is fastest.</param>
    /// <param name="validity">Receives one bit for each selected row, set if it is not null.</param>
    /// <param name="places">Receives the positions of the non-null rows.</param>
    /// <returns>The number of selected rows that are not null.</returns>
    public static int Places(ReadOnlySpan<ulong> words, ReadOnlySpan<int> rows, Span<ulong> validity, Span<int> places)
    {
        validity.Clear();
        int found = 0, word = 0, before = 0;
        for (var i = 0; i < rows.Length; i++)
        {
            var row = rows[i];
            if (row >> 6 < word)
            {
                word = before = 0;
            }

            for (; word < row >> 6; word++)
            {
                before += BitOperations.PopCount(words[word]);
            }

            if (MaskKernel.IsSet(words, row))
            {
                validity[i >> 6] |= 1UL << i;
                places[found++] = before + BitOperations.PopCount(words[word] & MaskKernel.LowBits(row & 63));
            }
        }

        return found;
    }

    /// <summary>Finds the set bit with <paramref name="rank"/> set bits before it.</summary>
    public static int Select(ReadOnlySpan<ulong> words, int rank)
    {
        for (var word = 0; word < words.Length; word++)
        {
            var count = BitOperations.PopCount(words[word]);
            if (rank < count)
            {
                var bits = words[word];
                for (; rank > 0; rank--)
                {
                    bits &= bits - 1;
                }

                return (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits);
            }

            rank -= count;
        }

        return words.Length * MaskKernel.WordRows;
    }
}
