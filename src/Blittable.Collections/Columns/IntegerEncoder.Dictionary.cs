using Blittable.Writing;

namespace Blittable.Columns;

/// <content>Dictionary encoding. Distinct values are found with an open-addressing hash table and sorted, so a value range is a code range.</content>
internal sealed partial class IntegerEncoder
{
    /// <summary>The maximum number of distinct values in a dictionary.</summary>
    private const int MaxEntries = 1 << 16;

    private long[] _entries = [];
    private int[] _slots = [];
    private ulong[] _codes = [];

    private bool TryWriteDictionary(ReadOnlySpan<long> values, ColumnBuffer output)
    {
        if (_codes.Length < values.Length)
        {
            _codes = new ulong[values.Length];
        }

        var codes = _codes.AsSpan(0, values.Length);
        var count = Number(values, codes);
        if (count < 0)
        {
            return false;
        }

        // Replace codes in order of appearance with codes in order of value.
        var order = new int[count];
        for (var i = 0; i < count; i++)
        {
            order[i] = i;
        }

        var entries = _entries.AsSpan(0, count);
        entries.Sort(order.AsSpan());
        var rank = new ulong[count];
        for (var i = 0; i < count; i++)
        {
            rank[order[i]] = (ulong)i;
        }

        for (var i = 0; i < codes.Length; i++)
        {
            codes[i] = rank[codes[i]];
        }

        var spread = count == 0 ? 0 : (ulong)(entries[^1] - entries[0]);
        var entryBytes = RangeKernel.Width(spread) switch { <= 8 => 1, <= 16 => 2, <= 32 => 4, _ => 8 };
        var width = count < 2 ? 0 : RangeKernel.Width((ulong)(count - 1));
        output.WriteUInt32((uint)count);
        output.WriteByte((byte)entryBytes);
        output.WriteByte((byte)width);
        var start = count == 0 ? 0 : entries[0];
        output.WriteInt64(start);
        foreach (var entry in entries)
        {
            output.WriteLow(entry - start, entryBytes);
        }

        output.Advance(BitPackingKernel.Pack(codes, width, 0, output.Reserve(BitPackingKernel.ByteCount(codes.Length, width))));
        return true;
    }

    /// <summary>Assigns each value a code in order of appearance, and lists the distinct values as entries.</summary>
    /// <returns>The number of distinct values, or -1 if there are too many.</returns>
    private int Number(ReadOnlySpan<long> values, Span<ulong> codes)
    {
        const int bits = 17;
        if (_slots.Length == 0)
        {
            _slots = new int[1 << bits];
            _entries = new long[MaxEntries];
        }
        else
        {
            _slots.AsSpan().Clear();
        }

        var count = 0;
        for (var i = 0; i < values.Length; i++)
        {
            var value = values[i];
            if (i > 0 && value == values[i - 1])
            {
                codes[i] = codes[i - 1];
                continue;
            }

            var slot = (int)(((ulong)value * 0x9E3779B97F4A7C15) >> (64 - bits));
            while (_slots[slot] != 0 && _entries[_slots[slot] - 1] != value)
            {
                slot = (slot + 1) & ((1 << bits) - 1);
            }

            if (_slots[slot] == 0)
            {
                if (count == MaxEntries)
                {
                    return -1;
                }

                _entries[count] = value;
                _slots[slot] = ++count;
            }

            codes[i] = (ulong)(_slots[slot] - 1);
        }

        return count;
    }
}
