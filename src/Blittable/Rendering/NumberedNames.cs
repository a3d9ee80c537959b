using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Rendering;

/// <summary>Caches the names of the numbered shapes of a document, so that only the first object of each shape reads the shape block.</summary>
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
