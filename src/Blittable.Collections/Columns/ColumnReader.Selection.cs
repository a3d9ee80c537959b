using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Selection of rows by bounds, and reading of selected rows.</content>
public ref partial struct ColumnReader<T>
{
    /// <summary>The number of rows in a step: one block, which occupies whole words of a mask.</summary>
    private const int StepRows = IntegerEncoder.BlockValues;

    /// <summary>Selects the rows whose value is within two inclusive bounds. Blocks that are entirely inside or outside are not decoded.</summary>
    /// <param name="low">The lower bound.</param>
    /// <param name="high">The upper bound.</param>
    /// <param name="selection">Receives one bit for each row of the chunk, row 0 lowest. It must have one word for every 64 rows.</param>
    /// <returns>The number of selected rows. Nulls and NaN are never selected.</returns>
    /// <exception cref="ArgumentException">The selection is too short.</exception>
    public readonly int Select(T low, T high, Span<ulong> selection)
    {
        RequireWords(selection.Length);
        selection = selection[..MaskKernel.Words(Rows)];
        if (TrySelectAll(low, high, selection, out var count))
        {
            return count;
        }

        Span<T> values = stackalloc T[StepRows];
        var peek = this;
        for (var start = 0; start < Rows; start += StepRows)
        {
            var rows = Math.Min(StepRows, Rows - start);
            var words = selection.Slice(start / MaskKernel.WordRows, MaskKernel.Words(rows));
            peek._position = start;
            if (NullCount == 0 && peek.TryPeekBlock(out var min, out var max, out _))
            {
                if (Compare(max, low) < 0 || Compare(min, high) > 0)
                {
                    words.Clear();
                    continue;
                }

                if (Compare(min, low) >= 0 && Compare(max, high) <= 0)
                {
                    MaskKernel.SetAll(words, rows);
                    continue;
                }
            }

            Read(start, values[..rows]);
            Between(values[..rows], low, high, words);
        }

        if (NullCount != 0)
        {
            for (var i = 0; i < selection.Length; i++)
            {
                selection[i] &= _validity[i];
            }
        }

        return MaskKernel.Count(selection);
    }

    /// <summary>Reads the rows whose bit is set into consecutive values. Steps of 128 rows without a set bit are not decoded.</summary>
    /// <param name="selection">One bit for each row of the chunk, row 0 lowest.</param>
    /// <param name="values">Receives one value for each set bit.</param>
    /// <returns>The number of values read. Nulls become the default value.</returns>
    /// <exception cref="ArgumentException">A span is too short.</exception>
    public readonly int ReadSelected(ReadOnlySpan<ulong> selection, Span<T> values)
    {
        RequireWords(selection.Length);
        var selected = MaskKernel.Count(selection, Rows);
        if (values.Length < selected)
        {
            throw new ArgumentException($"{selected} rows are selected, but the span has room for only {values.Length} values.", nameof(values));
        }

        Span<T> step = stackalloc T[StepRows];
        var written = 0;
        for (var start = 0; start < Rows;)
        {
            // Decode adjacent, fully selected steps at once, directly into the destination.
            var whole = 0;
            while (start + whole < Rows && IsWhole(selection, start + whole))
            {
                whole += Math.Min(StepRows, Rows - start - whole);
            }

            if (whole > 0)
            {
                Read(start, values.Slice(written, whole));
                written += whole;
                start += whole;
                continue;
            }

            var rows = Math.Min(StepRows, Rows - start);
            var words = selection.Slice(start / MaskKernel.WordRows, MaskKernel.Words(rows));
            if (words.ContainsAnyExcept(0UL))
            {
                Read(start, step[..rows]);
                written += MaskKernel.Compress<T>(step[..rows], words, values[written..]);
            }

            start += rows;
        }

        return written;
    }

    /// <summary>Reads the validity of the rows whose bit is set into consecutive bits.</summary>
    internal readonly void ReadSelectedValidity(ReadOnlySpan<ulong> selection, Span<ulong> validity)
    {
        var written = 0;
        validity.Clear();
        for (var word = 0; word < MaskKernel.Words(Rows); word++)
        {
            var valid = NullCount == 0 ? ulong.MaxValue : _validity[word];
            for (var bits = selection[word]; bits != 0; bits &= bits - 1, written++)
            {
                validity[written >> 6] |= ((valid >> BitOperations.TrailingZeroCount(bits)) & 1) << written;
            }
        }
    }

    /// <summary>Selects all rows or none from the bounds of the chunk if possible. No value is within bounds if one of them is NaN.</summary>
    private readonly bool TrySelectAll(T low, T high, Span<ulong> selection, out int count)
    {
        count = 0;
        if (_values == 0 || IsNaN(low) || IsNaN(high)
            || (TryGetStatistics(out var statistics) && (Compare(statistics.Max, low) < 0 || Compare(statistics.Min, high) > 0)))
        {
            selection.Clear();
            return true;
        }

        // If the chunk may contain NaN, bounds do not prove that all rows match.
        if (!Lanes<T>.AreFloating && TryGetStatistics(out statistics) && Compare(statistics.Min, low) >= 0 && Compare(statistics.Max, high) <= 0)
        {
            MaskKernel.SetAll(selection, Rows);
            if (NullCount != 0)
            {
                _validity.CopyTo(selection);
            }

            count = _values;
            return true;
        }

        return false;
    }

    private readonly bool IsWhole(ReadOnlySpan<ulong> selection, int start)
    {
        var rows = Math.Min(StepRows, Rows - start);
        for (var i = 0; i < MaskKernel.Words(rows); i++)
        {
            var left = rows - (i * MaskKernel.WordRows);
            if (selection[(start / MaskKernel.WordRows) + i] != (left >= MaskKernel.WordRows ? ulong.MaxValue : MaskKernel.LowBits(left)))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsNaN(T value) =>
        (typeof(T) == typeof(double) && double.IsNaN(Unsafe.BitCast<T, double>(value)))
        || (typeof(T) == typeof(float) && float.IsNaN(Unsafe.BitCast<T, float>(value)));

    private static int Compare(T left, T right) => Comparer<T>.Default.Compare(left, right);

    private static void Between(Span<T> values, T low, T high, Span<ulong> mask)
    {
        if (typeof(T) == typeof(int))
        {
            MaskKernel.Between<int>(MemoryMarshal.Cast<T, int>(values), Unsafe.BitCast<T, int>(low), Unsafe.BitCast<T, int>(high), mask);
        }
        else if (typeof(T) == typeof(long))
        {
            MaskKernel.Between<long>(MemoryMarshal.Cast<T, long>(values), Unsafe.BitCast<T, long>(low), Unsafe.BitCast<T, long>(high), mask);
        }
        else if (typeof(T) == typeof(ulong))
        {
            MaskKernel.Between<ulong>(MemoryMarshal.Cast<T, ulong>(values), Unsafe.BitCast<T, ulong>(low), Unsafe.BitCast<T, ulong>(high), mask);
        }
        else if (typeof(T) == typeof(float))
        {
            MaskKernel.Between<float>(MemoryMarshal.Cast<T, float>(values), Unsafe.BitCast<T, float>(low), Unsafe.BitCast<T, float>(high), mask);
        }
        else if (typeof(T) == typeof(double))
        {
            MaskKernel.Between<double>(MemoryMarshal.Cast<T, double>(values), Unsafe.BitCast<T, double>(low), Unsafe.BitCast<T, double>(high), mask);
        }
        else if (typeof(T) == typeof(bool))
        {
            MaskKernel.Between(MemoryMarshal.AsBytes(values), Unsafe.BitCast<T, bool>(low), Unsafe.BitCast<T, bool>(high), mask);
        }
        else
        {
            mask[..MaskKernel.Words(values.Length)].Clear();
            for (var i = 0; i < values.Length; i++)
            {
                mask[i >> 6] |= (Compare(values[i], low) >= 0 && Compare(values[i], high) <= 0 ? 1UL : 0) << i;
            }
        }
    }

    private readonly void RequireWords(int selection)
    {
        if (selection < MaskKernel.Words(Rows))
        {
            throw new ArgumentException($"A selection of {Rows} rows requires {MaskKernel.Words(Rows)} words; the span has {selection}.", nameof(selection));
        }
    }
}
