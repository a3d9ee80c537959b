namespace Blittable.Collections.Query.Groups;

/// <summary>Numbers distinct integers in order of appearance, with an open-addressing hash table.</summary>
/// <remarks>Each table has a new hash seed, so attackers cannot provoke collisions.</remarks>
internal sealed class LongTable
{
    private readonly ulong _seed = (ulong)Random.Shared.NextInt64() | 1;
    private long[] _values = new long[64];
    private int[] _slots = new int[128];

    /// <summary>Gets the number of distinct integers.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the distinct integers in order of appearance.</summary>
    public ReadOnlySpan<long> Values => _values.AsSpan(0, Count);

    /// <summary>Returns the number of an integer, adding it if it is new.</summary>
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
