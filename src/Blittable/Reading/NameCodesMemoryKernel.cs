using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <summary>Names and the codes that were found to stand for them: to compare both once more takes less than to decode.</summary>
/// <remarks>
/// A table of bounded size that all threads share, one place for each hash. An entry is immutable and published by one store, so whichever a thread
/// sees is whole. Entries that are in use are replaced ever more rarely: lookups end up allocating nothing.
/// </remarks>
internal static class NameCodesMemoryKernel
{
    /// <summary>Longer names and codes are not remembered.</summary>
    private const int MaxLength = 32;

    private const int LengthBits = 3;

    private static readonly Entry[] Entries = MakeEntries();

    private static uint _replaced;

    /// <summary>Whether codes stand for a name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreEqual(ref byte codes, uint count, ReadOnlySpan<byte> name)
    {
        var entry = Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Entries), (nint)Place(name));
        return (entry.Lengths == Lengths(count, name.Length)
                && RawBytes.AreEqual(ref codes, ref Unsafe.As<Bytes, byte>(ref entry.Codes), count)
                && RawBytes.AreEqual(ref MemoryMarshal.GetReference(name), ref Unsafe.As<Bytes, byte>(ref entry.Name), (uint)name.Length))
            || Compare(ref codes, count, name);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Compare(ref byte codes, uint count, ReadOnlySpan<byte> name)
    {
        if (!NameCodesKernel.AreEqual(ref codes, count, name))
        {
            return false;
        }

        if (count <= MaxLength && name.Length <= MaxLength)
        {
            ref var place = ref Entries[Place(name)];
            if (place.Lengths == 0 || BitOperations.IsPow2(++_replaced))
            {
                Volatile.Write(ref place, new Entry(MemoryMarshal.CreateReadOnlySpan(ref codes, (int)count), name));
            }
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Place(ReadOnlySpan<byte> name) => ShapeBlock.Fingerprint(name) << LengthBits | name.Length & ((1 << LengthBits) - 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Lengths(uint count, int length) => (ulong)(uint)length << 32 | count;

    private static Entry[] MakeEntries()
    {
        var entries = new Entry[1 << 8 + LengthBits];
        entries.AsSpan().Fill(new Entry([], []));
        return entries;
    }

    private sealed class Entry
    {
        public readonly ulong Lengths;
        public Bytes Codes;
        public Bytes Name;

        public Entry(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> name)
        {
            Lengths = NameCodesMemoryKernel.Lengths((uint)codes.Length, name.Length);
            codes.CopyTo(Codes);
            name.CopyTo(Name);
        }
    }

    [InlineArray(MaxLength)]
    private struct Bytes
    {
        private byte _first;
    }
}
