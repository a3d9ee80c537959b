using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>What the kernels that compress a window of text at once have in common.</summary>
internal static class WindowKernel
{
    /// <summary>Levels from here on are looked up only if a place leads there.</summary>
    private const int FirstRareLevel = 5;

    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>For each place the code of the longest symbol there, or <see cref="SymbolTrie.NoCode"/>, and how many bytes it covers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Match(SymbolTrie trie, Vector512<byte> text, out Vector512<byte> codes, out Vector512<byte> lengths)
    {
        ref var level = ref MemoryMarshal.GetReference(trie.Tables);
        ref var lengthTable = ref Unsafe.Add(ref level, SymbolTrie.LengthsOffset);
        var following = Vector512.Min(Vector512<byte>.Indices + Vector512<byte>.One, Vector512.Create((byte)63));
        Vector512<byte> rows;
        if (text.ExtractMostSignificantBits() == 0)
        {
            codes = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), text);
            rows = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), text);
        }
        else
        {
            codes = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), text);
            rows = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), text);
        }

        var differences = Vector512<byte>.Zero;
        for (var number = 2; number <= trie.Depth; number++)
        {
            level = ref Unsafe.Add(ref level, SymbolTrie.LevelSize);
            text = Avx512Vbmi.PermuteVar64x8(text, following);
            var slots = rows ^ text;
            if ((trie.SmallLevels >> number & 1) != 0)
            {
                differences |= Lookup128(ref level, slots) ^ text;
                codes = Vector512.ConditionalSelect(Vector512.Equals(differences, Vector512<byte>.Zero), Lookup128(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots), codes);
                rows = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots);
            }
            else
            {
                differences |= Lookup256(ref level, slots) ^ text;
                codes = Vector512.ConditionalSelect(Vector512.Equals(differences, Vector512<byte>.Zero), Lookup256(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots), codes);
                rows = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots);
            }

            if (number == FirstRareLevel && Open(rows, differences) == 0)
            {
                break;
            }
        }

        lengths = Lookup256(ref lengthTable, codes);
    }

    /// <summary>The same for two windows at once: while a processor waits for the lookups of one it does those of the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void MatchTwo(
        SymbolTrie trie, Vector512<byte> text0, Vector512<byte> text1, out Vector512<byte> codes0, out Vector512<byte> lengths0, out Vector512<byte> codes1, out Vector512<byte> lengths1)
    {
        ref var level = ref MemoryMarshal.GetReference(trie.Tables);
        ref var lengthTable = ref Unsafe.Add(ref level, SymbolTrie.LengthsOffset);
        var following = Vector512.Min(Vector512<byte>.Indices + Vector512<byte>.One, Vector512.Create((byte)63));
        Vector512<byte> rows0, rows1, differences0 = Vector512<byte>.Zero, differences1 = Vector512<byte>.Zero;
        if ((text0 | text1).ExtractMostSignificantBits() == 0)
        {
            codes0 = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), text0);
            codes1 = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), text1);
            rows0 = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), text0);
            rows1 = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), text1);
        }
        else
        {
            codes0 = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), text0);
            codes1 = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), text1);
            rows0 = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), text0);
            rows1 = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), text1);
        }

        for (var number = 2; number <= trie.Depth; number++)
        {
            level = ref Unsafe.Add(ref level, SymbolTrie.LevelSize);
            text0 = Avx512Vbmi.PermuteVar64x8(text0, following);
            text1 = Avx512Vbmi.PermuteVar64x8(text1, following);
            var slots0 = rows0 ^ text0;
            var slots1 = rows1 ^ text1;
            if ((trie.SmallLevels >> number & 1) != 0)
            {
                differences0 |= Lookup128(ref level, slots0) ^ text0;
                differences1 |= Lookup128(ref level, slots1) ^ text1;
                rows0 = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots0);
                rows1 = Lookup128(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots1);
                codes0 = Vector512.ConditionalSelect(Vector512.Equals(differences0, Vector512<byte>.Zero), Lookup128(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots0), codes0);
                codes1 = Vector512.ConditionalSelect(Vector512.Equals(differences1, Vector512<byte>.Zero), Lookup128(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots1), codes1);
            }
            else
            {
                differences0 |= Lookup256(ref level, slots0) ^ text0;
                differences1 |= Lookup256(ref level, slots1) ^ text1;
                rows0 = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots0);
                rows1 = Lookup256(ref Unsafe.Add(ref level, SymbolTrie.RowsOffset), slots1);
                codes0 = Vector512.ConditionalSelect(Vector512.Equals(differences0, Vector512<byte>.Zero), Lookup256(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots0), codes0);
                codes1 = Vector512.ConditionalSelect(Vector512.Equals(differences1, Vector512<byte>.Zero), Lookup256(ref Unsafe.Add(ref level, SymbolTrie.CodesOffset), slots1), codes1);
            }

            if (number == FirstRareLevel && (Open(rows0, differences0) | Open(rows1, differences1)) == 0)
            {
                break;
            }
        }

        lengths0 = Lookup256(ref lengthTable, codes0);
        lengths1 = Lookup256(ref lengthTable, codes1);
    }

    /// <summary>A bit for each place that leads on: to a node with children, by bytes that are all those of the symbols there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Open(Vector512<byte> rows, Vector512<byte> differences) =>
        Vector512.Equals(differences, Vector512<byte>.Zero).ExtractMostSignificantBits() & ~Vector512.Equals(rows, Vector512<byte>.Zero).ExtractMostSignificantBits();

    /// <summary>The places that a walk visits, in order, in as many lanes as the limit says; it stays at the first place that is not below the limit.</summary>
    /// <param name="lengths">How far each place leads.</param>
    /// <param name="limit">The places of the window.</param>
    /// <param name="entry">Where the walk begins, in all lanes.</param>
    /// <param name="exit">Where it ends, in all lanes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Walk(Vector512<byte> lengths, int limit, Vector512<byte> entry, out Vector512<byte> exit)
    {
        var walk = new WindowWalk(lengths, limit, entry);
        walk.Step(0);
        walk.Step(1);
        walk.Step(2);
        walk.Step(3);
        if (limit > 16)
        {
            walk.Step(4);
            walk.Step(5);
        }

        exit = walk.Exit;
        return walk.Places;
    }

    /// <summary>At most 64 bytes, and zeros behind them; what lies there is not read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe Vector512<byte> LoadTail(ref byte source, int count)
    {
        fixed (byte* address = &source)
        {
            return Avx512BW.MaskLoad(address, Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count)), Vector512<byte>.Zero);
        }
    }

    /// <summary>A byte of ones for each bit that is set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> MaskOf(ulong bits)
    {
        var bytes = Avx512Vbmi.PermuteVar64x8(Vector512.CreateScalarUnsafe(bits).AsByte(), Vector512<byte>.Indices >>> 3);
        var bit = Vector512.Create(0x8040201008040201).AsByte();
        return Vector512.Equals(bytes & bit, bit);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup128(ref byte table, Vector512<byte> index) =>
        Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref table), index, Vector512.LoadUnsafe(ref table, 64));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup256(ref byte table, Vector512<byte> index)
    {
        var low = Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref table), index, Vector512.LoadUnsafe(ref table, 64));
        var high = Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref table, 128), index, Vector512.LoadUnsafe(ref table, 192));
        return Vector512.ConditionalSelect(Vector512.LessThan(index, Vector512.Create((byte)0x80)), low, high);
    }
}
