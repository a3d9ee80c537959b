using System.Buffers;

namespace Blittable.Reading;

/// <summary>Caches the .NET strings of values that a document stores once and uses several times.</summary>
/// <remarks>The cache has one entry per hash of an address. Its memory is rented on first use.</remarks>
internal struct StringInstances
{
    private const int Bits = 9;
    private const uint Multiplier = 0x9E37_79B1;

    private Entry[]? _entries;

    /// <summary>Returns the string of a value, and caches it.</summary>
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

    /// <summary>Discards the strings.</summary>
    public void Dispose()
    {
        if (_entries is { } entries)
        {
            _entries = null;

            // Other users of the pool could read these strings, and the strings would stay in memory.
            ArrayPool<Entry>.Shared.Return(entries, clearArray: true);
        }
    }

    private readonly record struct Entry(int Address, string Text);
}
