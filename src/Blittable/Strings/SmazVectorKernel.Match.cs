using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <remarks>The first step: the trie is walked from all places of a window at once.</remarks>
internal static partial class SmazVectorKernel
{
    /// <summary>For each place the code of the longest symbol there, or <see cref="SmazTrie.NoCode"/>, and its length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Match(Vector512<byte> first, out Vector512<byte> codes, out Vector512<byte> lengths)
    {
        var indices = Vector512<byte>.Indices;
        var last = Vector512.Create((byte)LastPlace);
        var second = Avx512Vbmi.PermuteVar64x8(first, Vector512.Min(indices + Vector512.Create((byte)1), last));
        var third = Avx512Vbmi.PermuteVar64x8(first, Vector512.Min(indices + Vector512.Create((byte)2), last));
        var fourth = Avx512Vbmi.PermuteVar64x8(first, Vector512.Min(indices + Vector512.Create((byte)3), last));
        var noCode = Vector512.Create(SmazTrie.NoCode);

        codes = Vector512.ConditionalSelect(Vector512.LessThan(first, Vector512.Create((byte)0x80)), Lookup128(SmazTrie.SingleCode, first), noCode);
        lengths = Vector512<byte>.One;

        var slot2 = Lookup128(SmazTrie.FirstRow, first) ^ second;
        var isPair = Vector512.Equals(Lookup256(SmazTrie.PairParent, slot2), first);
        var pairCode = Lookup256(SmazTrie.PairCode, slot2);
        var hasPairCode = Vector512.AndNot(isPair, Vector512.Equals(pairCode, noCode));
        codes = Vector512.ConditionalSelect(hasPairCode, pairCode, codes);
        lengths = Vector512.ConditionalSelect(hasPairCode, Vector512.Create((byte)2), lengths);

        var slot3 = Lookup256(SmazTrie.PairRow, slot2) ^ third;
        var isTriple = isPair & Vector512.Equals(Lookup256(SmazTrie.TripleParent, slot3), slot2);
        var tripleCode = Lookup256(SmazTrie.TripleCode, slot3);
        var hasTripleCode = Vector512.AndNot(isTriple, Vector512.Equals(tripleCode, noCode));
        codes = Vector512.ConditionalSelect(hasTripleCode, tripleCode, codes);
        lengths = Vector512.ConditionalSelect(hasTripleCode, Vector512.Create((byte)3), lengths);

        var fourthCode = Lookup256(SmazTrie.FourthCode, slot3);
        var isFourth = isTriple & Vector512.Equals(Lookup256(SmazTrie.FourthByte, slot3), fourth);
        var hasFourthCode = Vector512.AndNot(isFourth, Vector512.Equals(fourthCode, noCode));
        codes = Vector512.ConditionalSelect(hasFourthCode, fourthCode, codes);
        lengths = Vector512.ConditionalSelect(hasFourthCode, Vector512.Create((byte)4), lengths);

        var goesOn = Lookup256(SmazTrie.FourthSets, slot3) & Lookup128(SmazTrie.FourthSetsOf, fourth);
        var longer = Vector512.AndNot(isTriple, Vector512.Equals(goesOn, Vector512<byte>.Zero)).ExtractMostSignificantBits();
        if (longer != 0)
        {
            // Copies, so that only here codes and lengths leave their registers.
            var mendedCodes = codes;
            var mendedLengths = lengths;
            MatchLonger(first, longer, ref mendedCodes, ref mendedLengths);
            codes = mendedCodes;
            lengths = mendedLengths;
        }
    }

    /// <summary>Looks for the symbols of five bytes and more at some places.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MatchLonger(Vector512<byte> window, ulong places, ref Vector512<byte> codes, ref Vector512<byte> lengths)
    {
        // Zeros behind the window: no symbol has one.
        Span<byte> text = stackalloc byte[Vector512<byte>.Count + sizeof(ulong)];
        window.CopyTo(text);
        for (; places != 0; places &= places - 1)
        {
            var place = BitOperations.TrailingZeroCount(places);
            byte code = 0;
            var length = SmazTrie.MatchLong(MemoryMarshal.Read<ulong>(text[place..]), 0, ref code);
            if (length != 0)
            {
                var isPlace = Vector512.Equals(Vector512<byte>.Indices, Vector512.Create((byte)place));
                codes = Vector512.ConditionalSelect(isPlace, Vector512.Create(code), codes);
                lengths = Vector512.ConditionalSelect(isPlace, Vector512.Create((byte)length), lengths);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Lookup128(byte[] table, Vector512<byte> index)
    {
        ref var start = ref MemoryMarshal.GetArrayDataReference(table);
        return Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref start), index, Vector512.LoadUnsafe(ref start, 64));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Lookup256(byte[] table, Vector512<byte> index)
    {
        ref var start = ref MemoryMarshal.GetArrayDataReference(table);
        var low = Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref start), index, Vector512.LoadUnsafe(ref start, 64));
        var high = Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref start, 128), index, Vector512.LoadUnsafe(ref start, 192));
        return Vector512.ConditionalSelect(Vector512.LessThan(index, Vector512.Create((byte)0x80)), low, high);
    }
}
