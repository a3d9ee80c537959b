namespace Blittable.Collections.Query.Groups;

/// <summary>Distinct integers and their numbers in order of appearance: an open hash table.</summary>
/// <remarks>The hash is seeded anew for each table, so that hostile values cannot be made to collide.</remarks>
internal sealed class LongTable
{
    private readonly ulong _seed = (ulong)Random.Shared.NextInt64() | 1;
    private long[] _values = new long[64];
    private int[] _slots = new int[128];

    /// <summary>The distinct integers.</summary>
    public int Count { get; private set; }

    /// <summary>The distinct integers in order of appearance.</summary>
    public ReadOnlySpan<long> Values => _values.AsSpan(0, Count);

    /// <summary>The number of an integer, which is added where it is new.</summary>
    public int Number(long value)
    {
        var mask = _slots.Length - 1;
        for (var slot = Slot(value); ; slot = (slot + 1) & mask)
        {
            var number = _slots[slot] - 1;
            if (number < 0)
            {
                Add(value, slot);
                return Count - 1;
            }

            if (_values[number] == value)
            {
                return number;
            }
        }
    }

    private int Slot(long value)
    {
        var high = Math.BigMul((ulong)value ^ _seed, 0x9E3779B97F4A7C15UL, out var low);
        return (int)(high ^ low) & (_slots.Length - 1);
    }

    private void Add(long value, int slot)
    {
        if (Count == _values.Length)
        {
            Array.Resize(ref _values, 2 * Count);
        }

        _values[Count] = value;
        _slots[slot] = ++Count;
        if (2 * Count >= _slots.Length)
        {
            _slots = new int[2 * _slots.Length];
            for (var number = 0; number < Count; number++)
            {
                slot = Slot(_values[number]);
                while (_slots[slot] != 0)
                {
                    slot = (slot + 1) & (_slots.Length - 1);
                }

                _slots[slot] = number + 1;
            }
        }
    }
}
