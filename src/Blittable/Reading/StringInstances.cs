using System.Buffers;

namespace Blittable.Reading;

/// <summary>Remembers the strings that were made of values that a document stores once and uses several times.</summary>
/// <remarks>A table with one entry for each hash of an address. It is rented when it is needed.</remarks>
internal struct StringInstances
{
    private const int Bits = 9;
    private const uint Multiplier = 0x9E37_79B1;

    private Entry[]? _entries;

    /// <summary>Returns the string of a value, and remembers it.</summary>
    /// <param name="value">A string.</param>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public string GetOrAdd(in BlittableValue value)
    {
        _entries ??= ArrayPool<Entry>.Shared.Rent(1 << Bits);
        ref var entry = ref _entries[(uint)value.Address * Multiplier >> (32 - Bits)];
        if (entry.Text is null || entry.Address != value.Address)
        {
            entry = new Entry(value.Address, value.GetString()!);
        }

        return entry.Text;
    }

    /// <summary>Forgets the strings.</summary>
    public void Dispose()
    {
        if (_entries is { } entries)
        {
            _entries = null;

            // Other users of the pool would read these strings, and they would stay in memory.
            ArrayPool<Entry>.Shared.Return(entries, clearArray: true);
        }
    }

    private readonly record struct Entry(int Address, string Text);
}
