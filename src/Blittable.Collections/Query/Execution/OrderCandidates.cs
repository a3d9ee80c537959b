using System.Numerics;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Execution;

/// <summary>Finds the rows of a chunk group that may be among the first of an order, using only their keys. Ties in the first key are narrowed by the second
/// one, and so on. Reusable.</summary>
/// <param name="columns">The columns of the order, and for each whether its columns contain the values that the selection returns.</param>
internal sealed class OrderCandidates((PathPlan Path, bool IsDescending, bool HasKeys)[] columns)
{
    /// <summary>The maximum number of common prefixes by which strings with equal keys are compared further. It limits the time for long strings that hardly
    /// differ.</summary>
    private const int MostPrefixes = 8;

    private readonly OrderKeys[] _keys = Array.ConvertAll(columns, column => new OrderKeys(column.IsDescending));
    private ulong[] _mask = [];
    private ulong[] _between = [];
    private long[] _ranked = [];

    /// <summary>Finds the candidates among the selected rows.</summary>
    /// <param name="cursor">The chunk group.</param>
    /// <param name="wanted">The number of rows wanted.</param>
    /// <param name="last">The values of the last of these so far, in the columns of the order; empty if there are fewer rows so far.</param>
    /// <returns>One bit for each selected row.</returns>
    public ReadOnlySpan<ulong> Find(GroupCursor cursor, long wanted, ReadOnlySpan<QueryValue> last)
    {
        var rows = cursor.Selection.Count;
        var words = MaskKernel.Words(rows);
        if (_mask.Length < words)
        {
            (_mask, _between) = (new ulong[words], new ulong[words]);
        }

        var mask = _mask.AsSpan(0, words);
        MaskKernel.SetAll(mask, rows);
        Narrow(cursor, 0, mask, wanted, last);
        return mask;
    }

    private void Narrow(GroupCursor cursor, int level, Span<ulong> mask, long wanted, ReadOnlySpan<QueryValue> last)
    {
        if (level < columns.Length && columns[level].HasKeys && _keys[level].TryLoad(cursor.Values(columns[level].Path)))
        {
            NarrowByKeys(cursor, level, mask, wanted, last, MostPrefixes);
        }
    }

    private void NarrowByKeys(GroupCursor cursor, int level, Span<ulong> mask, long wanted, ReadOnlySpan<QueryValue> last, int prefixes)
    {
        var keys = _keys[level];
        var (bound, isExact) = (long.MaxValue, false);
        if (!last.IsEmpty)
        {
            if (!keys.TryGetBound(last[0], out bound, out isExact))
            {
                mask.Clear();
                return;
            }

            Keep(keys.Keys, bound, mask);
        }

        var count = MaskKernel.Count(mask);
        if (count > wanted)
        {
            var rank = Rank(keys.Keys, mask, count, (int)wanted - 1);
            if (rank < bound)
            {
                // All rows with this key come before the last row.
                (bound, isExact) = (rank, true);
                last = default;
                Keep(keys.Keys, bound, mask);
            }
        }
        else if (last.IsEmpty)
        {
            return;
        }

        if (keys.AreExact ? isExact : prefixes > 0)
        {
            NarrowTies(cursor, level, bound, mask, wanted, last, prefixes);
        }
    }

    /// <summary>Narrows the rows with the greatest key: by the bytes after those of the keys, or by the next column if rows with equal keys have equal
    /// values.</summary>
    private void NarrowTies(GroupCursor cursor, int level, long bound, Span<ulong> mask, long wanted, ReadOnlySpan<QueryValue> last, int prefixes)
    {
        var words = mask.Length;
        var rented = cursor.RentMask(words);
        var ties = rented.AsSpan(0, words);
        var keys = _keys[level];
        MaskKernel.Between(keys.Keys, bound, bound, ties);
        var before = 0;
        for (var word = 0; word < words; word++)
        {
            ties[word] &= mask[word];
            mask[word] &= ~ties[word];
            before += BitOperations.PopCount(mask[word]);
        }

        if (ties.ContainsAnyExcept(0UL))
        {
            var rest = Math.Max(1, wanted - before);
            if (keys.AreExact)
            {
                Narrow(cursor, level + 1, ties, rest, last.IsEmpty ? default : last[1..]);
            }
            else if (keys.TryDeepen(cursor.Values(columns[level].Path), ties))
            {
                NarrowByKeys(cursor, level, ties, rest, last, prefixes - 1);
            }

            for (var word = 0; word < words; word++)
            {
                mask[word] |= ties[word];
            }
        }

        cursor.Return(rented);
    }

    private void Keep(ReadOnlySpan<long> keys, long bound, Span<ulong> mask)
    {
        MaskKernel.Between(keys, long.MinValue, bound, _between);
        for (var word = 0; word < mask.Length; word++)
        {
            mask[word] &= _between[word];
        }
    }

    /// <summary>Returns the key at a rank among the rows whose bits are set.</summary>
    private long Rank(ReadOnlySpan<long> keys, ReadOnlySpan<ulong> mask, int count, int rank)
    {
        _ranked = _ranked.Length < count ? new long[count] : _ranked;
        var written = 0;
        for (var word = 0; word < mask.Length; word++)
        {
            for (var bits = mask[word]; bits != 0; bits &= bits - 1)
            {
                _ranked[written++] = keys[(word << 6) + BitOperations.TrailingZeroCount(bits)];
            }
        }

        return OrderStatistic.Select(_ranked.AsSpan(0, count), rank);
    }
}
