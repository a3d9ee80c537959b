using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Text to Smaz codes, up to 63 places at once; the same output as <see cref="SmazEncoder.EncodeScalar"/>.</summary>
/// <remarks>
/// A window is one vector of text. Three steps take it to codes, none of them with a branch per symbol:
/// <list type="number">
/// <item>The trie is walked from every place at once; its levels are tables that a byte permute looks up. Places where a symbol of
/// four bytes and more begins are few, and mended one by one.</item>
/// <item>Which places are visited, when each is left by the length of its symbol, follows by pointer doubling: with the place after
/// 1, 2, 4, … symbols known for all places, the j-th visited one is found from the bits of j.</item>
/// <item>The codes of the visited places are gathered by a permute. Where bytes have no code, an expanding move makes room for the
/// headers of their runs.</item>
/// </list>
/// </remarks>
internal static class SmazVectorKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>The last byte of a window is never visited: it is where walks that leave the window end.</summary>
    private const int LastWindow = 63;

    /// <summary>Places of a window that is followed by another: those whose longest possible symbol ends within it.</summary>
    private const int InnerWindow = 64 - SmazCodebook.MaxSymbolLength;

    /// <summary>Visits whose output surely fits into one vector: at worst every third one ends a run with a header of two bytes.</summary>
    private const int SafeVisits = 36;

    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least <see cref="Smaz.MaxCompressedLength"/> and <see cref="Slack"/> bytes.</param>
    /// <returns>Bytes written.</returns>
    [SkipLocalsInit]
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        nint written = 0;
        var position = 0;
        while (position < text.Length)
        {
            var remaining = text.Length - position;
            var isLast = remaining <= LastWindow;
            var window = isLast ? LoadTail(ref Unsafe.Add(ref source, position), remaining) : Vector512.LoadUnsafe(ref source, (nuint)position);
            Match(window, out var codes, out var lengths);
            var places = Walk(lengths, remaining);
            var limit = isLast ? remaining : InnerWindow;
            var visits = BitOperations.PopCount(Vector512.LessThan(places, Vector512.Create((byte)limit)).ExtractMostSignificantBits() & (ulong.MaxValue >> (64 - limit)));

            var verbatim = Vector512.Equals(codes, Vector512.Create(SmazTrie.NoCode));
            var verbatimVisits = Avx512Vbmi.PermuteVar64x8(verbatim, places).ExtractMostSignificantBits() & (ulong.MaxValue >> (64 - visits));
            var payload = Avx512Vbmi.PermuteVar64x8(Vector512.ConditionalSelect(verbatim, window, codes), places);
            if (verbatimVisits == 0)
            {
                payload.StoreUnsafe(ref output, (nuint)written);
                written += visits;
                position += isLast ? remaining : places.GetElement(visits);
                continue;
            }

            var complete = CompleteVisits(verbatimVisits, visits, isLast);
            if (complete == 0)
            {
                var run = text.Slice(position, SmazEncoder.RunLength(text[position..]));
                written += WriteRun(run, destination[(int)written..]);
                position += run.Length;
                continue;
            }

            written += WriteWithRuns(payload, verbatimVisits & (ulong.MaxValue >> (64 - complete)), complete, ref Unsafe.Add(ref output, written));
            position += isLast && complete == visits ? remaining : places.GetElement(complete);
        }

        return (int)written;
    }

    /// <summary>Whether a text can hardly get shorter: judged by how many of its first 64 bytes have no code of their own, and in how many runs they lie.</summary>
    /// <remarks>At best the other bytes take half a byte each, and a run one byte more than it has.</remarks>
    public static bool IsHopeless(ReadOnlySpan<byte> text)
    {
        var count = Math.Min(text.Length, Vector512<byte>.Count);
        ref var source = ref MemoryMarshal.GetReference(text);
        var window = count < Vector512<byte>.Count ? LoadTail(ref source, count) : Vector512.LoadUnsafe(ref source);
        var lacking = Vector512.Equals(Lookup128(SmazTrie.SingleCode, window), Vector512.Create(SmazTrie.NoCode)) | Vector512.GreaterThan(window, Vector512.Create((byte)0x7F));
        var bits = lacking.ExtractMostSignificantBits() & (ulong.MaxValue >> (Vector512<byte>.Count - count));
        var verbatim = BitOperations.PopCount(bits);
        var runs = BitOperations.PopCount(bits & ~(bits << 1));
        return (2 * (verbatim + runs)) + (count - verbatim) >= 2 * count;
    }

    /// <summary>For each place the code of the longest symbol there, or <see cref="SmazTrie.NoCode"/>, and its length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Match(Vector512<byte> first, out Vector512<byte> codes, out Vector512<byte> lengths)
    {
        var indices = Vector512<byte>.Indices;
        var last = Vector512.Create((byte)LastWindow);
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

    /// <summary>Looks for the symbols of four bytes and more at some places.</summary>
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

    /// <summary>The places that a walk from the first one visits, in order; it stays at the last place once it is there.</summary>
    /// <param name="lengths">How far each place leads.</param>
    /// <param name="count">Visits wanted; those of higher numbers may be wrong.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Walk(Vector512<byte> lengths, int count)
    {
        var after = Vector512.Min(Vector512<byte>.Indices + lengths, Vector512.Create((byte)LastWindow));
        var places = Vector512.ConditionalSelect(HasBit(0), Avx512Vbmi.PermuteVar64x8(after, Vector512<byte>.Zero), Vector512<byte>.Zero);
        Double(1, ref after, ref places);
        Double(2, ref after, ref places);
        Double(3, ref after, ref places);
        if (count > 16)
        {
            Double(4, ref after, ref places);
            Double(5, ref after, ref places);
        }

        return places;
    }

    /// <summary>From the places after 2^(bit-1) symbols to those after 2^bit, and with these on to the visits whose number has the bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Double(int bit, ref Vector512<byte> after, ref Vector512<byte> places)
    {
        after = Avx512Vbmi.PermuteVar64x8(after, after);
        places = Vector512.ConditionalSelect(HasBit(bit), Avx512Vbmi.PermuteVar64x8(after, places), places);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> HasBit(int bit) =>
        ~Vector512.Equals(Vector512<byte>.Indices & Vector512.Create((byte)(1 << bit)), Vector512<byte>.Zero);

    /// <summary>How many visits can be written now: a run that may go on in the next window waits for it, and the output must fit into one vector.</summary>
    private static int CompleteVisits(ulong verbatimVisits, int visits, bool isLast)
    {
        var starts = verbatimVisits & ~(verbatimVisits << 1);
        var fits = visits + (2 * BitOperations.PopCount(starts)) <= Vector512<byte>.Count;
        if (fits && isLast)
        {
            return visits;
        }

        var complete = fits ? visits : Math.Min(visits, SafeVisits);
        var before = verbatimVisits << (64 - complete);
        return complete - BitOperations.LeadingZeroCount(~before);
    }

    /// <summary>Writes visits of which some are runs of verbatim bytes: makes room before each run, and puts its header there.</summary>
    /// <returns>Bytes written.</returns>
    private static int WriteWithRuns(Vector512<byte> payload, ulong verbatimVisits, int visits, ref byte output)
    {
        var starts = verbatimVisits & ~(verbatimVisits << 1);
        var multiple = starts & (verbatimVisits >> 1);
        var headers = 0UL;
        var shift = 0;
        for (var rest = starts; rest != 0; rest &= rest - 1)
        {
            var start = BitOperations.TrailingZeroCount(rest);
            var size = 1 + (int)((multiple >> start) & 1);
            headers |= ((1UL << size) - 1) << (start + shift);
            shift += size;
        }

        var room = Vector512.GreaterThan(BitsToBytes(headers), Vector512<byte>.Zero);
        Avx512Vbmi2.Expand(Vector512<byte>.Zero, ~room, payload).StoreUnsafe(ref output);
        shift = 0;
        for (var rest = starts; rest != 0; rest &= rest - 1)
        {
            var start = BitOperations.TrailingZeroCount(rest);
            ref var header = ref Unsafe.Add(ref output, start + shift);
            var length = BitOperations.TrailingZeroCount(~(verbatimVisits >> start));
            header = length == 1 ? SmazCodebook.VerbatimByte : SmazCodebook.VerbatimRun;
            shift++;
            if (length > 1)
            {
                Unsafe.Add(ref header, 1) = (byte)(length - 1);
                shift++;
            }
        }

        return visits + shift;
    }

    /// <summary>Writes a run that does not end within its window.</summary>
    /// <returns>Bytes written.</returns>
    private static int WriteRun(ReadOnlySpan<byte> run, Span<byte> destination)
    {
        var written = 0;
        _ = SmazEncoder.TryWriteRun(run, destination, ref written);
        return written;
    }

    /// <summary>Fewer bytes than a window has, and zeros behind them; what lies there is not read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector512<byte> LoadTail(ref byte source, int count)
    {
        fixed (byte* address = &source)
        {
            return Avx512BW.MaskLoad(address, Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)count)), Vector512<byte>.Zero);
        }
    }

    /// <summary>A byte for each bit, zero where the bit is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> BitsToBytes(ulong bits)
    {
        var indices = Vector512<byte>.Indices;
        var eighths = Avx512Vbmi.PermuteVar64x8(Vector512.CreateScalarUnsafe(bits).AsByte(), indices >> 3);
        return eighths & Avx512Vbmi.PermuteVar64x8(Vector512.CreateScalarUnsafe(0x8040201008040201UL).AsByte(), indices & Vector512.Create((byte)7));
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
