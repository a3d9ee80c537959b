using System.Buffers;

namespace Blittable.Format;

/// <summary>Sorts the ordinals of names by length, then bytes, then ordinal: heads of eight bytes first, whole names only where those are equal.</summary>
internal static class NameSorter
{
    /// <summary>Sorts <paramref name="order"/>, which holds each ordinal once.</summary>
    /// <remarks>
    /// A run of names that agree in length and in all bytes so far is sorted by its next eight; so equal prefixes cost their length and no more.
    /// </remarks>
    public static void Sort(Span<int> order, ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        // Runs have two names at least and do not overlap, so half as many as there are names can wait.
        var keys = ArrayPool<(int Length, ulong Head, int Ordinal)>.Shared.Rent(order.Length);
        var pending = ArrayPool<(int From, int Count, int Depth)>.Shared.Rent(order.Length / 2 + 1);
        pending[0] = (0, order.Length, 0);
        for (var waiting = 1; waiting > 0;)
        {
            var run = pending[--waiting];
            var part = keys.AsSpan(0, run.Count);
            for (var i = 0; i < run.Count; i++)
            {
                var ordinal = order[run.From + i];
                var start = ordinal == 0 ? 0 : ends[ordinal - 1];
                var name = names[start..ends[ordinal]];
                part[i] = (name.Length, Head(name, run.Depth), ordinal);
            }

            part.Sort();
            for (var i = 0; i < run.Count;)
            {
                var same = i;
                for (; same < run.Count && part[same].Length == part[i].Length && part[same].Head == part[i].Head; same++)
                {
                    order[run.From + same] = part[same].Ordinal;
                }

                if (same - i > 1 && part[i].Length > run.Depth + sizeof(ulong))
                {
                    pending[waiting++] = (run.From + i, same - i, run.Depth + sizeof(ulong));
                }

                i = same;
            }
        }

        ArrayPool<(int From, int Count, int Depth)>.Shared.Return(pending);
        ArrayPool<(int Length, ulong Head, int Ordinal)>.Shared.Return(keys);
    }

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
