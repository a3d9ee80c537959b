using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Names that were looked for in documents with compressed names, and their codes: to find them here takes less than to code them again.</summary>
/// <remarks>
/// A table of bounded size that all threads share, with two places for each hash. An entry is immutable and published by one store, so whichever a thread
/// sees is whole. Entries that are in use are replaced ever more rarely: lookups end up allocating nothing.
/// </remarks>
internal static class NameCodesMemoryKernel
{
    /// <summary>Longer names and codes are not remembered.</summary>
    private const int MaxLength = 32;

    private const int PlaceBits = 11;

    /// <summary>2^32 over the golden ratio: multiples of it spread evenly over their top bits (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint HashFactor = 0x9E37_79B1;

    private static readonly Entry[] Entries = MakeEntries();

    private static uint _replaced;

    /// <summary>The codes of a name; null where they are not remembered.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Entry? Find(ReadOnlySpan<byte> name)
    {
        ref var place = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Entries), (nint)Place(name));
        var entry = place;
        return entry.IsOf(name) ? entry : FindBeside(name);
    }

    /// <summary>Remembers the codes of a name.</summary>
    public static void Remember(ReadOnlySpan<byte> name, ReadOnlySpan<byte> codes)
    {
        if (codes.Length > MaxLength || name.Length > MaxLength)
        {
            return;
        }

        var place = Place(name);
        place = Entries[place] == Entry.None ? place : place ^ 1;
        if (Entries[place] == Entry.None || BitOperations.IsPow2(++_replaced))
        {
            Volatile.Write(ref Entries[place], new Entry(name, codes));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Entry? FindBeside(ReadOnlySpan<byte> name)
    {
        var entry = Entries[Place(name) ^ 1];
        return entry.IsOf(name) ? entry : null;
    }

    /// <summary>A hash of the first and the last four bytes, which are compared next, and of the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Place(ReadOnlySpan<byte> name)
    {
        if (name.Length < sizeof(uint))
        {
            return ShapeBlock.Fingerprint(name);
        }

        ref var start = ref MemoryMarshal.GetReference(name);
        var first = Unsafe.ReadUnaligned<uint>(ref start);
        var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, (nint)(uint)name.Length - sizeof(uint)));
        return ((first ^ BitOperations.RotateLeft(last, 15) ^ (uint)name.Length) * HashFactor) >> (32 - PlaceBits);
    }

    private static Entry[] MakeEntries()
    {
        var entries = new Entry[1 << PlaceBits];
        entries.AsSpan().Fill(Entry.None);
        return entries;
    }

    /// <summary>A name and its codes.</summary>
    public sealed class Entry
    {
        /// <summary>Of no name.</summary>
        public static readonly Entry None = new();

        private readonly int _nameLength;
        private readonly int _length;
        private Bytes _codes;
        private Bytes _name;

        public Entry(ReadOnlySpan<byte> name, ReadOnlySpan<byte> codes)
        {
            _nameLength = name.Length;
            _length = codes.Length;
            name.CopyTo(_name);
            codes.CopyTo(_codes);
        }

        private Entry() => _nameLength = -1;

        /// <summary>The codes.</summary>
        public ReadOnlySpan<byte> Span
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<Bytes, byte>(ref _codes), _length);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool IsOf(ReadOnlySpan<byte> name) =>
            _nameLength == name.Length && RawBytes.AreEqual(ref MemoryMarshal.GetReference(name), ref Unsafe.As<Bytes, byte>(ref _name), (uint)name.Length);
    }

    [InlineArray(MaxLength)]
    private struct Bytes
    {
        private byte _first;
    }
}
