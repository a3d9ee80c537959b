using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>What is common to decoders that classify 32 codes at once by vectors (a turn), and then load a word from a table for each.</summary>
internal static unsafe class CodeTurnKernel
{
    /// <summary>Codes in a turn.</summary>
    public const int Turn = 32;

    /// <summary>Codes that are decoded without a check whether the text has ended.</summary>
    public const int Eight = 8;

    /// <summary>Whether there are vectors for a turn.</summary>
    public static bool IsSupported => TurnVector256.IsSupported || TurnVector128.IsSupported;

    /// <summary>Where the next turn and the byte before it can be loaded: in place, or near the end of the codes from a copy.</summary>
    /// <param name="codes">The next code; a byte before it can be read.</param>
    /// <param name="codesEnd">Where the codes end.</param>
    /// <param name="copy">Room for a turn and the byte before it.</param>
    /// <returns>The byte before the turn; null where no code is left.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* TurnOf(byte* codes, byte* codesEnd, byte* copy)
    {
        if (codesEnd - codes >= Turn)
        {
            return codes - 1;
        }

        if (codes >= codesEnd)
        {
            return null;
        }

        CopyLast(codes - 1, codesEnd, copy);
        return copy;
    }

    /// <summary>Writes the symbols of a turn up to where the text ends, and perhaps some more.</summary>
    /// <remarks>
    /// How many are written without asking whether the text has ended follows from its length, which is known long before what the symbols are: a branch
    /// upon these that is guessed wrong costs as much as a dozen of them.
    /// </remarks>
    /// <param name="text">Where to.</param>
    /// <param name="end">Where the text ends, behind that.</param>
    /// <param name="symbols">The table.</param>
    /// <param name="places">The codes' places in it.</param>
    /// <param name="starts">Gets where the text of every eight starts, up to that in which the text ends.</param>
    /// <param name="last">The number of the eight in which the text ends, if it does.</param>
    /// <returns>Where the text of the last eight ends that was written.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* PutEights<TSymbols>(byte* text, byte* end, TSymbols symbols, ushort* places, byte** starts, out int last)
        where TSymbols : struct, ITurnSymbols, allows ref struct
    {
        var wanted = end - text;
        starts[0] = text;
        text = symbols.PutEight(text, places);
        last = 0;
        if (wanted > TSymbols.LengthOfOne)
        {
            starts[1] = text;
            last = text < end ? 1 : 0;
            text = symbols.PutEight(text, places + Eight);
            if (wanted > TSymbols.LengthOfTwo)
            {
                starts[2] = text;
                last += text < end ? 1 : 0;
                text = symbols.PutEight(text, places + (2 * Eight));
                if (wanted > TSymbols.LengthOfThree)
                {
                    starts[3] = text;
                    last += text < end ? 1 : 0;
                    text = symbols.PutEight(text, places + (3 * Eight));
                }
            }
        }

        while (text < end && last < (Turn / Eight) - 1)
        {
            last++;
            starts[last] = text;
            text = symbols.PutEight(text, places + (last * Eight));
        }

        return text;
    }

    /// <summary>Which of eight codes ends where the text does.</summary>
    /// <param name="lengths">The bytes of text that each of them has, at most 8, the first one lowest.</param>
    /// <param name="wanted">Bytes that the text has from the first one on, 1 to 64.</param>
    /// <returns>How many codes there are up to the first that ends there; 0 if none does.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountTo(ulong lengths, int wanted)
    {
        const ulong each = 0x0101010101010101;

        // Where each code ends, in a byte of its own. Those that end there become zero, and the borrow of the first one tells it.
        var distances = (lengths * each) ^ ((ulong)wanted * each);
        var isThere = (distances - each) & ~distances & (0x80 * each);
        return isThere == 0 ? 0 : (BitOperations.TrailingZeroCount(isThere) >> 3) + 1;
    }

    /// <summary>Copies the codes that are left to where a vector can be loaded, and codes behind them that announce what is not there.</summary>
    /// <param name="codes">The byte before them, and the codes.</param>
    /// <param name="codesEnd">Where they end, less than a turn away.</param>
    /// <param name="copy">Where to.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void CopyLast(byte* codes, byte* codesEnd, byte* copy)
    {
        Vector256<byte>.AllBitsSet.Store(copy + 1);
        new ReadOnlySpan<byte>(codes, (int)(codesEnd - codes)).CopyTo(new Span<byte>(copy, Turn + 1));
    }

    /// <summary>Where each code of a turn is found in the tables.</summary>
    public struct TurnPlaces
    {
        public Vector256<ushort> Low, High;
    }

    /// <summary>Where the text of every eight codes of a turn starts.</summary>
    public struct EightStarts
    {
        public byte* First, Second, Third, Fourth;
    }
}
