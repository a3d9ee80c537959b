using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table by a <see cref="SymbolAutomaton"/>; the same output as <see cref="SymbolEncoderKernel.EncodeInTurn"/>.</summary>
/// <remarks>
/// A byte takes as long as a load from the first cache, for it waits for the one before it, and no branch depends on the text. Longer texts are taken in two
/// parts at once, whose loads overlap. They part where no symbol can cover both sides, so the codes are those of the whole.
/// </remarks>
internal static unsafe class SymbolAutomatonKernel
{
    /// <summary>Spare bytes that the destination must have behind the longest possible output.</summary>
    public const int Slack = SymbolVectorKernel.Slack;

    /// <summary>Texts from this length on are taken in two parts.</summary>
    public const int MinTwoLanes = 40;

    /// <summary>Places that are looked at for one to part a text at, and how far before its middle the first one is.</summary>
    private const int SeamPlaces = 24, SeamLead = 4;

    /// <summary>Compresses a text.</summary>
    /// <param name="automaton">The symbols.</param>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least two bytes for each of the text, and <see cref="Slack"/> more.</param>
    /// <returns>Bytes written.</returns>
    public static int Encode(SymbolAutomaton automaton, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        // The steps are not checked one by one: none writes more than a vector behind twice what it has read.
        _ = destination[(2 * text.Length) + Slack - 1];
        var seam = text.Length < MinTwoLanes ? 0 : FindSeam(automaton, text);
        fixed (byte* source = text, output = destination)
        {
            var end = seam == 0
                ? EncodeInTurn(automaton, source, source + text.Length, output, 0)
                : EncodeTwoLanes(automaton, source, seam, text.Length, output);
            GC.KeepAlive(automaton);
            return (int)(end - output);
        }
    }

    /// <summary>Takes a text from its first byte to its last.</summary>
    /// <param name="automaton">The symbols.</param>
    /// <param name="at">The first byte.</param>
    /// <param name="end">Behind the last one.</param>
    /// <param name="output">Where the codes go.</param>
    /// <param name="entry">The state to begin with, as an entry has it.</param>
    /// <returns>Where the codes end.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* EncodeInTurn(SymbolAutomaton automaton, byte* at, byte* end, byte* output, nint entry)
    {
        var columns = (nint*)automaton.ColumnsAddress;
        var codes = (byte*)automaton.CodesAddress;
        while (at < end)
        {
            Step(*at, columns, codes, ref entry, ref output);
            at++;
        }

        Vector128.Load(codes + entry).Store(output);
        return output + codes[entry + SymbolAutomaton.CodesSize - 1];
    }

    /// <summary>Takes the two parts of a text byte by byte in turn, as far as the shorter one goes, and then what is left of the other.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* EncodeTwoLanes(SymbolAutomaton automaton, byte* source, nint seam, nint length, byte* output)
    {
        var columns = (nint*)automaton.ColumnsAddress;
        var codes = (byte*)automaton.CodesAddress;

        // The second part's codes begin behind all that the first part can write, and then close up.
        var start = output + (2 * seam) + Vector128<byte>.Count;
        var output1 = start;
        nint entry0 = 0, entry1 = 0;
        var at = source;
        var end = source + Math.Min(seam, length - seam);
        while (at < end)
        {
            Step(*at, columns, codes, ref entry0, ref output);
            Step(at[seam], columns, codes, ref entry1, ref output1);
            at++;
        }

        output = EncodeInTurn(automaton, at, source + seam, output, entry0);
        var count = EncodeInTurn(automaton, at + seam, source + length, output1, entry1) - start;
        for (nint i = 0; i < count; i += Vector256<byte>.Count)
        {
            Vector256.Load(start + i).Store(output + i);
        }

        return output + count;
    }

    /// <summary>Takes a byte: writes the codes that the state can settle, of which as many count as the byte settles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(byte value, nint* columns, byte* codes, ref nint entry, ref byte* output)
    {
        nint next = *(ushort*)(columns[value] + (entry * SymbolAutomaton.RowScale));
        Vector128.Load(codes + entry).Store(output);
        output += next & SymbolAutomaton.CountMask;
        entry = next & ~(nint)SymbolAutomaton.CountMask;
    }

    /// <summary>A place near the middle of a text at which a code begins in any case.</summary>
    /// <returns>0 if there is none.</returns>
    private static int FindSeam(SymbolAutomaton automaton, ReadOnlySpan<byte> text)
    {
        var first = (text.Length / 2) - SeamLead;
        for (var place = first; place < first + SeamPlaces && place < text.Length; place++)
        {
            if (!automaton.IsJoined(text[place - 1], text[place]))
            {
                return place;
            }
        }

        return 0;
    }
}
