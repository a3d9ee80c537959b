using System.Buffers;
using System.Numerics;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Caches the .NET strings of values that a document stores once and uses several times.</summary>
/// <remarks>The cache has one entry per hash of an address. Its memory is rented on first use. A small document uses few entries, which are not rented, because
/// renting and clearing them would take longer than reading it.</remarks>
internal struct StringInstances
{
    private const int LeastBits = 4, MostBits = 9;
    private const uint Multiplier = 0x9E37_79B1;

    /// <summary>The length in bytes from which an encoded string is cached at once.</summary>
    private const int LongText = 32;

    /// <summary>The base-2 logarithm of the number of bytes of the document per entry.</summary>
    private const int BytesPerEntryBits = 4;

    private Entry[]? _few;
    private Entry[]? _entries;
    private int _bits;

    /// <summary>The highest address of a string that was read.</summary>
    private int _last;

    /// <summary>Begins to read a document.</summary>
    /// <param name="length">The size of the document in bytes.</param>
    public void Begin(int length)
    {
        _bits = Math.Clamp(BitOperations.Log2((uint)length) - BytesPerEntryBits, LeastBits, MostBits);
        _last = -1;
    }

    /// <summary>Returns the string at an address, and caches it if it is long and encoded, or is not read for the first time.</summary>
    /// <remarks>The first uses of values have ascending addresses, except in edited documents. Most strings are used once, so caching them takes longer than it
    /// saves unless decoding them is expensive.</remarks>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public string GetOrAdd(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        if (address > _last && !(EncodedText.IsEncoded(RawBytes.ReadTag(document, address)) && RawBytes.ReadTag(document, address + 1) >= LongText))
        {
            _last = address;
            return BlittableValue.GetString(document, address, dictionary)!;
        }

        _entries ??= _bits == LeastBits ? _few ??= new Entry[1 << LeastBits] : ArrayPool<Entry>.Shared.Rent(1 << _bits);
        ref var entry = ref _entries[(uint)address * Multiplier >> (32 - _bits)];
        if (entry.Text is null || entry.Address != address)
        {
            entry = new Entry(address, BlittableValue.GetString(document, address, dictionary)!);
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
            entries.AsSpan(0, 1 << _bits).Clear();
            if (entries != _few)
            {
                ArrayPool<Entry>.Shared.Return(entries);
            }
        }
    }

    private readonly record struct Entry(int Address, string Text);
}
