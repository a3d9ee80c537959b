using System.Buffers;

namespace Blittable.Format;

/// <summary>Sorts the ordinals of names by length, then bytes, then ordinal: heads of eight bytes first, whole names only where those are equal.</summary>
internal static class NameSorter
{
    /// <summary>Stands for the number of equal bytes in the run of all names, which is sorted by length first.</summary>
    private const int Unsorted = -1;

    /// <summary>Sorts <paramref name="order"/>, which holds each ordinal once.</summary>
    /// <remarks>
    /// A run of names that agree in length and in all bytes so far is sorted by its next eight; so equal prefixes cost their length and no more.
    /// </remarks>
    public static void Sort(Span<int> order, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        // Runs have two names at least and do not overlap, so half as many as there are names can wait.
        var keys = ArrayPool<ulong>.Shared.Rent(order.Length);
        var pending = ArrayPool<(int From, int Count, int Depth)>.Shared.Rent(order.Length / 2 + 1);
        pending[0] = (0, order.Length, Unsorted);
        for (var waiting = 1; waiting > 0;)
        {
            var (from, count, depth) = pending[--waiting];
            var run = order.Slice(from, count);
            var heads = keys.AsSpan(0, count);
            for (var i = 0; i < count; i++)
            {
                var name = Name(run[i], names, ends);
                heads[i] = depth == Unsorted ? (ulong)name.Length : Head(name, depth);
            }

            heads.Sort(run);
            for (var i = 0; i < count;)
            {
                var same = i + 1;
                while (same < count && heads[same] == heads[i])
                {
                    same++;
                }

                if (same - i > 1)
                {
                    var next = depth == Unsorted ? 0 : depth + sizeof(ulong);
                    if (next < Name(run[i], names, ends).Length)
                    {
                        pending[waiting++] = (from + i, same - i, next);
                    }
                    else
                    {
                        run[i..same].Sort();
                    }
                }

                i = same;
            }
        }

        ArrayPool<(int From, int Count, int Depth)>.Shared.Return(pending);
        ArrayPool<ulong>.Shared.Return(keys);
    }

    private static ReadOnlySpan<byte> Name(int ordinal, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends) =>
        names[(ordinal == 0 ? 0 : ends[ordinal - 1])..ends[ordinal]];

    /// <summary>Eight bytes of a name from <paramref name="depth"/> on, so that a larger number means later bytes; zeros behind the end.</summary>
    private static ulong Head(ReadOnlySpan<byte> name, int depth)
    {
        if (depth >= name.Length)
        {
            return 0;
        }

        var rest = name[depth..];
        if (rest.Length >= sizeof(ulong))
        {
            return System.Buffers.Binary.BinaryPrimitives.ReadUInt64BigEndian(rest);
        }

        ulong head = 0;
        foreach (var next in rest)
        {
            head = head << 8 | next;
        }

        return head << 8 * (sizeof(ulong) - rest.Length);
    }
}
