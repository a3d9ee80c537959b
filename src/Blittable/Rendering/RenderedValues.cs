using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Rendering;

/// <summary>Tracks the positions of rendered values, so further references to a value copy its text instead of rendering it again.</summary>
/// <remarks>
/// This is a table in which later values replace earlier ones. Entries are in the order of addresses, not of hashes. The entries of a document of a few KB
/// therefore stay in the L1 cache. Each thread has a table, which is never cleared. Each buffer has a number, and entries with other numbers count as empty. A
/// text can only be copied until its buffer has been handed over.
/// </remarks>
internal sealed unsafe class RenderedValues
{
    /// <summary>The number of entries as a power of two. With fewer, the values of large documents evict each other; more would not stay in the fastest
    /// cache.</summary>
    private const int Bits = 12;

    /// <summary>The number of consecutive addresses that share an entry. Most values are longer.</summary>
    private const int Spacing = 4;

    [ThreadStatic]
    private static RenderedValues? s_kept;

    private readonly RenderedValue[] _values = GC.AllocateArray<RenderedValue>(1 << Bits, pinned: true);

    private uint _buffer;

    /// <summary>Gets the table of the current thread.</summary>
    public static RenderedValues OfThread => s_kept ??= new();

    /// <summary>Begins a new buffer with an empty table.</summary>
    /// <returns>The number of the buffer, in the upper half, for the keys of <see cref="Place"/>.</returns>
    public ulong Begin()
    {
        if (++_buffer == 0)
        {
            Array.Clear(_values);
            _buffer = 1;
        }

        return (ulong)_buffer << 32;
    }

    /// <summary>Gets the first entry of the pinned array.</summary>
    public RenderedValue* Places => (RenderedValue*)Unsafe.AsPointer(ref _values[0]);

    /// <summary>Returns the entry for a value, which may contain another value.</summary>
    /// <remarks>The address bits that select an entry are not shifted down but multiplied by the fraction of an entry that they count.</remarks>
    /// <param name="places">The first entry: see <see cref="Places"/>.</param>
    /// <param name="key">The address and the buffer number.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static RenderedValue* Place(RenderedValue* places, ulong key)
    {
        Debug.Assert(sizeof(RenderedValue) % Spacing == 0, "The size of an entry must be a multiple of the address spacing.");
        return (RenderedValue*)((byte*)places + ((nuint)((uint)key & (((1U << Bits) - 1) * Spacing)) * (nuint)(sizeof(RenderedValue) / Spacing)));
    }
}

/// <summary>Represents the position of a value's text in the current output buffer.</summary>
internal struct RenderedValue
{
    /// <summary>The address of the value and, in the upper half, the number of the buffer.</summary>
    public ulong Key;

    /// <summary>The lower halves of the addresses at which its text starts and ends.</summary>
    public uint Start, End;

    /// <summary>Gets the length of its text in bytes.</summary>
    public readonly int Length => (int)(End - Start);
}

/// <summary>Caches the names of the numbered shapes of a document, so only the first object of each shape reads the shape block.</summary>
/// <remarks>Each thread has a table, which is never cleared. Each rendering has a number, and entries with other numbers count as empty.</remarks>
internal sealed unsafe class NumberedNames
{
    /// <summary>The number of entries. With fewer, the shapes of large documents evict each other; more would not fit in the L1 cache.</summary>
    private const int Count = 1 << 11;

    [ThreadStatic]
    private static NumberedNames? s_kept;

    private readonly Entry[] _entries = GC.AllocateArray<Entry>(Count, pinned: true);
    private uint _rendering;

    /// <summary>Gets the table of the current thread.</summary>
    public static NumberedNames OfThread => s_kept ??= new();

    /// <summary>Begins a new rendering with an empty table.</summary>
    /// <param name="key">The part of the keys that identifies the rendering, to be combined with shape numbers.</param>
    /// <returns>The first entry, for <see cref="Place"/>.</returns>
    public Entry* Begin(out ulong key)
    {
        if (++_rendering == 0)
        {
            Array.Clear(_entries);
            _rendering = 1;
        }

        key = (ulong)_rendering << 32;
        return (Entry*)Marshal.UnsafeAddrOfPinnedArrayElement(_entries, 0);
    }

    /// <summary>Returns the entry for a shape, which may contain another shape.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Entry* Place(Entry* entries, uint number) => entries + number % Count;

    /// <summary>Holds the cached properties of a shape.</summary>
    internal struct Entry
    {
        /// <summary>The shape number, with the number of the rendering in the upper half.</summary>
        public ulong Key;

        /// <summary>The names of the shape.</summary>
        public NameTexts.Texts* Texts;
    }
}
