using System.Buffers.Binary;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Compares the strings of two batches row by row: first their leading bytes as integers, which usually differ, and then the strings.</summary>
internal static class StringPairs
{
    /// <summary>The number of entries for each row from which the keys of the entries are not computed in advance.</summary>
    private const int MostEntries = 2;

    /// <summary>Selects the rows that match. Rows without one of the strings do not match.</summary>
    /// <param name="comparison">The comparison operator; not <see cref="FilterOperator.StartsWith"/>.</param>
    /// <param name="left">The strings to the left of the operator.</param>
    /// <param name="right">The strings to the right of the operator.</param>
    /// <param name="passed">Receives one bit for each row.</param>
    public static void Compare(FilterOperator comparison, StringBatch left, StringBatch right, Span<ulong> passed)
    {
        // The results for less, equal and greater.
        Span<bool> passes = [ScalarComparison.Passes(comparison, -1), ScalarComparison.Passes(comparison, 0), ScalarComparison.Passes(comparison, 1)];
        var (leftKeys, rightKeys) = (Keys(left), Keys(right));
        var codes = left.Codes;
        var otherCodes = right.Codes[..codes.Length];
        passed[..MaskKernel.Words(codes.Length)].Clear();
        for (var row = 0; row < codes.Length; row++)
        {
            var (code, otherCode) = (codes[row], otherCodes[row]);
            if ((code | otherCode) < 0)
            {
                continue;
            }

            var order = leftKeys.Length == 0 || rightKeys.Length == 0 ? 0 : leftKeys[code].CompareTo(rightKeys[otherCode]);
            order = order != 0 ? order : Math.Sign(left.Entry(code).SequenceCompareTo(right.Entry(otherCode)));
            passed[row >> 6] |= (passes[order + 1] ? 1UL : 0) << row;
        }
    }

    /// <summary>Returns the first bytes of each entry as an integer of the same order; empty if there are too many entries.</summary>
    private static ulong[] Keys(StringBatch strings)
    {
        if (strings.EntryCount > (long)MostEntries * strings.Count)
        {
            return [];
        }

        var keys = new ulong[strings.EntryCount];
        Span<byte> first = stackalloc byte[sizeof(ulong)];
        for (var code = 0; code < keys.Length; code++)
        {
            var entry = strings.Entry(code);
            first.Clear();
            entry[..Math.Min(entry.Length, first.Length)].CopyTo(first);
            keys[code] = BinaryPrimitives.ReadUInt64BigEndian(first);
        }

        return keys;
    }
}
