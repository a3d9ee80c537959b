using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Text to Smaz codes with AVX2, 32 places at once; the same output as <see cref="SmazEncoder.EncodeScalar"/>.</summary>
/// <remarks>
/// The longest symbol at every place is found without a branch: bytes become classes, two and three classes an index, and what <see cref="SmazClasses"/>
/// has there is loaded place by place, since no such load depends on what another place has. The places that are visited then follow by pointer
/// doubling, as <see cref="SmazVectorKernel"/> has it, in lanes of 16. A window is looked up before the one in front of it is walked over, so that what
/// is stored has time to become a vector. Headers of runs of bytes without a code come in without a branch, which would be guessed wrong too late to be
/// cheap; only a run that goes on in another half has its header mended.
/// </remarks>
internal static partial class SmazClassKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>A window, and half of it: a lane.</summary>
    private const int Window = 32, Half = 16;

    /// <summary>A line of the cache, in bytes.</summary>
    private const int Line = 64;

    /// <summary>What is added to places within a lane: those behind it get their highest bit, so that a shuffle makes them zero.</summary>
    private const byte Bias = 0x80 - Half;

    public static bool IsSupported => Avx2.IsSupported;

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text, at least one byte.</param>
    /// <param name="destination">At least <see cref="Smaz.MaxCompressedLength"/> and <see cref="Slack"/> bytes.</param>
    /// <returns>Bytes written.</returns>
    [SkipLocalsInit]
    public static unsafe int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        // Indexes of pairs and of triples, and what was found for two windows: in lines of their own, for vectors that lie in two are slow.
        var memory = stackalloc byte[(2 * Window * sizeof(ushort)) + (2 * Window * sizeof(uint)) + Line - 1];
        var indexes = (ushort*)(((nint)memory + Line - 1) & -Line);
        var found = (uint*)(indexes + (2 * Window));
        var tables = SmazClasses.Tables;
        ref var entries = ref MemoryMarshal.GetArrayDataReference(tables.Entries);
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var written = 0;
        var run = 0;
        var entry = Vector128<byte>.Zero;
        var next = PartKernel.Load256(ref source, 0, text.Length);
        var nextClasses = ClassesOf(next);
        Vector256<byte> window = default, checks = default, fourths = default;
        for (var position = -Window; position < text.Length; position += Window)
        {
            // The window that is walked over, before it gives way to the one that is looked up.
            var (oldWindow, oldChecks, oldFourths) = (window, checks, fourths);
            window = next;
            var ahead = text.Length - position - Window;
            if (ahead > 0)
            {
                var firsts = nextClasses;
                next = PartKernel.Load256(ref source, position + (2 * Window), ahead - Window);
                nextClasses = ClassesOf(next);
                var upper = Avx2.Permute2x128(firsts, nextClasses, 0x21);
                var seconds = Avx2.AlignRight(upper, firsts, 1);
                var thirds = Avx2.AlignRight(upper, firsts, 2);
                fourths = Avx2.AlignRight(upper, firsts, 3);
                checks = thirds | (Vector256.GreaterThan(seconds.AsSByte(), Vector256.Create((sbyte)(SmazClasses.HighSecond - 1))).AsByte()
                    & Vector256.Create(SmazClasses.SecondIsHigh));
                StoreIndexes(firsts, seconds, thirds, indexes);
                LookUp(ref entries, indexes, found + ((position + Window) & Window), ahead > Half);
            }

            if (position >= 0)
            {
                Match(found + (position & Window), tables, oldChecks, oldFourths, oldWindow, window, out var codes, out var steps);
                Walk(steps, ref entry, out var places);
                Write(oldWindow, codes, places, ahead + Window, ref output, ref written, ref run);
            }
        }

        return written;
    }

    /// <summary>Which of the first 64 bytes of a text have no code of their own.</summary>
    /// <param name="text">The text, at least one byte.</param>
    public static ulong Lacking(ReadOnlySpan<byte> text)
    {
        ref var source = ref MemoryMarshal.GetReference(text);
        var length = Math.Min(text.Length, 2 * Window);
        ulong lacking = Lacking(PartKernel.Load256(ref source, 0, length));
        if (length > Window)
        {
            lacking |= (ulong)Lacking(PartKernel.Load256(ref source, Window, length - Window)) << Window;
        }

        return lacking & (ulong.MaxValue >> ((2 * Window) - length));
    }

    /// <summary>A bit for each byte that has no code of its own: <see cref="SmazClasses.Singles"/> says for its low nibble with which high ones it
    /// has one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Lacking(Vector256<byte> text)
    {
        var high = Vector256.ShiftRightLogical(text.AsUInt16(), 4).AsByte() & Vector256.Create((byte)0x0F);
        var bits = Vector256.Create(Vector128.Create(0x8040201008040201, 0)).AsByte();
        var nibbles = Avx2.Shuffle(SmazClasses.Tables.Singles, text);
        return Vector256.Equals(nibbles & Avx2.Shuffle(bits, high), Vector256<byte>.Zero).ExtractMostSignificantBits();
    }

    /// <summary>The class of each byte, as <see cref="SmazClasses.ClassOf"/> has it.</summary>
    /// <remarks>Bytes of symbols that are no letters have 16 places in a table: the low nibble, and a number for the high one added. It says whose they
    /// are.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> ClassesOf(Vector256<byte> text)
    {
        var moves = Vector128.Create((byte)12, 0, 0, 7, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        var bytes = Vector128.Create((byte)' ', (byte)':', (byte)'"', (byte)'<', (byte)'=', (byte)'>', (byte)'\n', (byte)'T', 0xFF, (byte)'\r', 0xFF, 0xFF,
            (byte)',', (byte)'-', (byte)'.', (byte)'/');
        var classes = Vector128.Create((byte)27, 36, 35, 30, 32, 37, 28, 39, 0, 33, 0, 0, 29, 34, 31, 38);
        var high = Vector256.ShiftRightLogical(text.AsUInt16(), 4).AsByte() & Vector256.Create((byte)0x0F);
        var slots = text + Avx2.Shuffle(Vector256.Create(moves), high);
        var others = Avx2.Shuffle(Vector256.Create(classes), slots) & Vector256.Equals(Avx2.Shuffle(Vector256.Create(bytes), slots), text);
        var letters = text - Vector256.Create((byte)('a' - 1));
        var isLetter = Vector256.Equals(Vector256.Min(letters - Vector256<byte>.One, Vector256.Create((byte)25)), letters - Vector256<byte>.One);
        return others | (letters & isLetter);
    }

    /// <summary>Where pairs and triples are looked up: in both halves, the first eight places of each lane before the others.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void StoreIndexes(Vector256<byte> firsts, Vector256<byte> seconds, Vector256<byte> thirds, ushort* indexes)
    {
        var pairFactors = Vector256.Create((short)(1 | (SmazClasses.SecondFactor << 8))).AsSByte();
        var thirdFactor = Vector256.Create((short)SmazClasses.ThirdFactor).AsSByte();
        var mask = Vector256.Create((short)SmazClasses.HashMask);
        var lower = Avx2.MultiplyAddAdjacent(Avx2.UnpackLow(firsts, seconds), pairFactors);
        var upper = Avx2.MultiplyAddAdjacent(Avx2.UnpackHigh(firsts, seconds), pairFactors);
        lower.AsUInt16().StoreAligned(indexes);
        upper.AsUInt16().StoreAligned(indexes + Half);
        lower += Avx2.MultiplyAddAdjacent(Avx2.UnpackLow(thirds, Vector256<byte>.Zero), thirdFactor);
        upper += Avx2.MultiplyAddAdjacent(Avx2.UnpackHigh(thirds, Vector256<byte>.Zero), thirdFactor);
        (lower & mask).AsUInt16().StoreAligned(indexes + Window);
        (upper & mask).AsUInt16().StoreAligned(indexes + Window + Half);
    }

    /// <summary>Looks up the places of a window, those of the second lane only if the text has some.</summary>
    /// <remarks>What is found is stored in the order that <see cref="Match"/> needs: a vector has four places of each lane.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void LookUp(ref uint entries, ushort* indexes, uint* found, bool both)
    {
        LookUpFour(ref entries, indexes, found);
        LookUpFour(ref entries, indexes + 4, found + 8);
        LookUpFour(ref entries, indexes + 16, found + 16);
        LookUpFour(ref entries, indexes + 20, found + 24);
        if (both)
        {
            LookUpFour(ref entries, indexes + 8, found + 4);
            LookUpFour(ref entries, indexes + 12, found + 12);
            LookUpFour(ref entries, indexes + 24, found + 20);
            LookUpFour(ref entries, indexes + 28, found + 28);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void LookUpFour(ref uint entries, ushort* indexes, uint* found)
    {
        found[0] = LookUpOne(ref entries, indexes);
        found[1] = LookUpOne(ref entries, indexes + 1);
        found[2] = LookUpOne(ref entries, indexes + 2);
        found[3] = LookUpOne(ref entries, indexes + 3);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe uint LookUpOne(ref uint entries, ushort* index) =>
        Unsafe.Add(ref entries, (nuint)index[0]) | Unsafe.Add(ref Unsafe.Add(ref entries, SmazClasses.TriplesStart), (nuint)index[Window]);

    /// <summary>For each place the code of the longest symbol, or <see cref="SymbolTrie.NoCode"/>, and how many bytes it covers, less one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void Match(
        uint* found, SmazClasses tables, Vector256<byte> checks, Vector256<byte> fourths, Vector256<byte> text, Vector256<byte> next,
        out Vector256<byte> codes, out Vector256<byte> steps)
    {
        // Entries of four bytes become four vectors of bytes.
        var bytes = Vector256.Create(Vector128.Create((byte)0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
        var first = Avx2.Shuffle(Vector256.LoadAligned(found).AsByte(), bytes).AsUInt32();
        var second = Avx2.Shuffle(Vector256.LoadAligned(found + 8).AsByte(), bytes).AsUInt32();
        var third = Avx2.Shuffle(Vector256.LoadAligned(found + 16).AsByte(), bytes).AsUInt32();
        var fourth = Avx2.Shuffle(Vector256.LoadAligned(found + 24).AsByte(), bytes).AsUInt32();
        var lower = Avx2.UnpackLow(first, second).AsUInt64();
        var upper = Avx2.UnpackLow(third, fourth).AsUInt64();
        codes = Avx2.UnpackLow(lower, upper).AsByte();
        steps = Avx2.UnpackHigh(lower, upper).AsByte();
        lower = Avx2.UnpackHigh(first, second).AsUInt64();
        upper = Avx2.UnpackHigh(third, fourth).AsUInt64();
        var triples = Avx2.UnpackLow(lower, upper).AsByte();
        var differences = Avx2.UnpackHigh(lower, upper).AsByte() ^ checks;

        var isTriple = Vector256.Equals(differences, Vector256<byte>.Zero);
        codes = Vector256.ConditionalSelect(isTriple, triples, codes);
        steps = Vector256.Max(steps, isTriple & Vector256.Create((byte)2));

        var nibbles = triples & Vector256.Create((byte)0x0F);
        var goesOn = Vector256.Equals(differences & Vector256.Create((byte)(0xFF ^ SmazClasses.IsPrefix)), Vector256<byte>.Zero)
            & Vector256.Equals(Avx2.Shuffle(tables.LongTriples, nibbles), triples);
        var isFour = goesOn & Vector256.Equals(Avx2.Shuffle(tables.FourthClasses, nibbles), fourths);
        codes = Vector256.ConditionalSelect(isFour, Avx2.Shuffle(tables.FourCodes, nibbles), codes);
        steps = Vector256.Max(steps, isFour & Vector256.Create((byte)3));

        var isLonger = goesOn
            & (Vector256.Equals(Avx2.Shuffle(tables.LongerClasses, nibbles), fourths) | Vector256.Equals(Avx2.Shuffle(tables.OtherClasses, nibbles), fourths));
        if (isLonger != Vector256<byte>.Zero)
        {
            MatchLonger(tables, text, next, ref codes, ref steps);
        }
    }

    /// <summary>Looks for the four symbols of more than four bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void MatchLonger(
        SmazClasses tables, Vector256<byte> text, Vector256<byte> next, ref Vector256<byte> codes, ref Vector256<byte> steps)
    {
        foreach (var code in tables.LongCodes)
        {
            var symbol = SmazCodebook.Entries[code];
            var length = SmazCodebook.LengthOf(symbol);
            var isSymbol = Vector256<byte>.AllBitsSet;
            var current = text;
            var upper = next;
            for (var i = 0; i < length; i++)
            {
                isSymbol &= Vector256.Equals(current, Vector256.Create((byte)symbol));
                symbol >>= 8;
                var middle = Avx2.Permute2x128(current, upper, 0x21);
                current = Avx2.AlignRight(middle, current, 1);
                upper = Avx2.AlignRight(Avx2.Permute2x128(upper, upper, 0x81), upper, 1);
            }

            codes = Vector256.ConditionalSelect(isSymbol, Vector256.Create(code), codes);
            steps = Vector256.ConditionalSelect(isSymbol, Vector256.Create((byte)(length - 1)), steps);
        }
    }

    /// <summary>The places visited in each lane, in order and with <see cref="Bias"/>; a walk stays at the first place behind its lane.</summary>
    /// <param name="steps">How far each place leads, less one.</param>
    /// <param name="entry">Where the walk enters the first lane, in all places; then, where it enters the next window.</param>
    /// <param name="places">The places.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Walk(Vector256<byte> steps, ref Vector128<byte> entry, out Vector256<byte> places)
    {
        // Where 1, 2, 4, 8 and 16 symbols lead: of two such places the one behind the lane is greater than the zero that is found for it.
        var one = steps + Vector256.Create(Vector128<byte>.Indices + Vector128.Create((byte)(Bias + 1)));
        var two = Vector256.Max(Avx2.Shuffle(one, one), one);
        var four = Vector256.Max(Avx2.Shuffle(two, two), two);
        var eight = Vector256.Max(Avx2.Shuffle(four, four), four);
        var all = Vector256.Max(Avx2.Shuffle(eight, eight), eight);

        var highest = Vector128.Create((byte)0x80);
        var middle = Ssse3.Shuffle(all.GetLower(), entry) ^ highest;
        places = Vector256.Create(entry, middle) + Vector256.Create(Bias);
        entry = Ssse3.Shuffle(all.GetUpper(), middle) ^ highest;

        // The place after j symbols from the bits of j; where a bit is clear, there is nothing to find.
        places = Vector256.Max(places, Avx2.Shuffle(one, places | Vector256.Create((ushort)0x0080).AsByte()));
        places = Vector256.Max(places, Avx2.Shuffle(two, places | Vector256.Create(0x00008080u).AsByte()));
        places = Vector256.Max(places, Avx2.Shuffle(four, places | Vector256.Create(0x0000000080808080ul).AsByte()));
        places = Vector256.Max(places, Avx2.Shuffle(eight, places | Vector256.Create(Vector128.Create(0x8080808080808080ul, 0)).AsByte()));
    }
}
