using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Text to the codes of a symbol table by a <see cref="SymbolAutomaton"/>: at each step the longest symbol.</summary>
/// <remarks>
/// A byte takes as long as a load from the first cache and two steps more, for it waits for the one before it, and no branch depends on the text. Longer
/// texts are taken in three lanes at once, whose loads overlap. A lane does not know the state that the one before it ends in. It reads a few bytes
/// more in front of its own, from the first state on: after them it is nearly always in the state that the whole text leads to, for a code that begins
/// where another would end puts both in step. Where it is not, which the end of the lane before it tells, the lane is taken once more.
/// </remarks>
internal static unsafe class SymbolAutomatonKernel
{
    /// <summary>Spare bytes that the destination must have after the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>Spare bytes with which all of a text is taken in lanes.</summary>
    public const int LanesSlack = LaneGap + LaneGap + LaneGap;

    /// <summary>Texts from this length on are taken in three lanes.</summary>
    public const int MinLanes = 40;

    /// <summary>Bytes that a lane reads in front of its own; of prose 99.4 % of lanes are in the right state then, 97 % of names and addresses.</summary>
    private const int Lead = 12;

    /// <summary>Lanes of at most so many bytes: what they write, each at a place of its own, stays in the first cache.</summary>
    private const int MaxLane = 1024;

    /// <summary>
    /// Bytes of output for a lane beside two for each of its bytes: 14 of codes that the state settles which it begins in, a vector that is stored as a
    /// whole, and up to a round number.
    /// </summary>
    private const int LaneGap = 32;

    /// <summary>Compresses a piece of a text.</summary>
    /// <param name="automaton">The symbols.</param>
    /// <param name="text">The piece.</param>
    /// <param name="isLast">Whether the text ends with the piece. Otherwise the codes of its last bytes come with those of the next piece.</param>
    /// <param name="destination">At least two bytes for each of the text, and <see cref="Slack"/> more; better <see cref="LanesSlack"/> more.</param>
    /// <param name="state">0 at the beginning of a text; then the state that the piece before it left.</param>
    /// <returns>Bytes written.</returns>
    public static int Encode(SymbolAutomaton automaton, ReadOnlySpan<byte> text, bool isLast, Span<byte> destination, ref nint state)
    {
        // The steps are not checked one by one: none writes more than a vector after twice what it has read.
        _ = destination[(2 * text.Length) + Slack - 1];
        var spare = destination.Length - (2 * text.Length) - LanesSlack;
        fixed (byte* source = text, output = destination)
        {
            var end = EncodeText((byte*)automaton.Address, source, text.Length, output, spare, ref state);
            if (isLast)
            {
                var codes = Vector128.Load(CodesOf((byte*)automaton.Address, state));
                codes.Store(end);
                end += codes.GetElement(SymbolAutomaton.CodesSize - 1);
            }

            GC.KeepAlive(automaton);
            return (int)(end - output);
        }
    }

    /// <summary>Takes a text in lanes as far as it and the destination are long enough, and the rest byte by byte.</summary>
    private static byte* EncodeText(byte* tables, byte* source, nint length, byte* output, nint spare, ref nint state)
    {
        while (length >= MinLanes)
        {
            // What is written never is more than twice what has been read, so the room that was spare at the beginning is spare at any time.
            var lane = Math.Min(MaxLane, Math.Min(length, length + (spare / 2)) / 3);
            if (lane < Lead)
            {
                break;
            }

            output = EncodeLanes(tables, source, lane, output, ref state);
            source += 3 * lane;
            length -= 3 * lane;
        }

        return EncodeInTurn(tables, source, source + length, output, ref state);
    }

    /// <summary>Takes a text from its first byte to its last.</summary>
    /// <param name="tables">The automaton.</param>
    /// <param name="at">The first byte.</param>
    /// <param name="end">After the last one.</param>
    /// <param name="output">Where the codes go.</param>
    /// <param name="state">The state to begin with, then the last one, as entries have it.</param>
    /// <returns>Where the codes end; those that the last state can settle are not written yet.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte* EncodeInTurn(byte* tables, byte* at, byte* end, byte* output, ref nint state)
    {
        var entry = state;
        while (at < end)
        {
            Step(tables, *at, ref entry, ref output);
            at++;
        }

        state = entry;
        return output;
    }

    /// <summary>Takes three lanes of a text, and mends those that began in another state than the one before them ended in.</summary>
    /// <param name="tables">The automaton.</param>
    /// <param name="source">The first byte of the first lane.</param>
    /// <param name="lane">Bytes of a lane, <see cref="Lead"/> at least.</param>
    /// <param name="output">Where the codes go.</param>
    /// <param name="state">The state to begin with, then the last one.</param>
    /// <returns>Where the codes end.</returns>
    private static byte* EncodeLanes(byte* tables, byte* source, nint lane, byte* output, ref nint state)
    {
        var start1 = output + (2 * lane) + LaneGap;
        var start2 = start1 + (2 * lane) + LaneGap;
        var lanes = new Lanes { State0 = state, Output0 = output, Output1 = start1, Output2 = start2 };
        StepLanes(tables, source, lane, &lanes);
        state = lanes.State0;
        if (state != lanes.First1)
        {
            lanes.Output1 = EncodeInTurn(tables, source + lane, source + (2 * lane), start1, ref state);
            lanes.State1 = state;
        }

        state = lanes.State1;
        if (state != lanes.First2)
        {
            lanes.Output2 = EncodeInTurn(tables, source + (2 * lane), source + (3 * lane), start2, ref state);
            lanes.State2 = state;
        }

        state = lanes.State2;
        return CloseUp(start2, lanes.Output2, CloseUp(start1, lanes.Output1, lanes.Output0));
    }

    /// <summary>Takes three lanes byte by byte in turn. Nothing else stands here, so that all of it stays in registers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void StepLanes(byte* tables, byte* source, nint lane, Lanes* lanes)
    {
        nint state0 = lanes->State0, state1 = 0, state2 = 0;
        var at = source - Lead;
        while (at < source)
        {
            state1 = Next(tables, at[lane], state1) & ~(nint)SymbolAutomaton.CountMask;
            state2 = Next(tables, at[lane * 2], state2) & ~(nint)SymbolAutomaton.CountMask;
            at++;
        }

        lanes->First1 = state1;
        lanes->First2 = state2;
        byte* output0 = lanes->Output0, output1 = lanes->Output1, output2 = lanes->Output2;
        var end = source + lane;
        while (at < end)
        {
            Step(tables, *at, ref state0, ref output0);
            Step(tables, at[lane], ref state1, ref output1);
            Step(tables, at[lane * 2], ref state2, ref output2);
            at++;
        }

        lanes->State0 = state0;
        lanes->State1 = state1;
        lanes->State2 = state2;
        lanes->Output0 = output0;
        lanes->Output1 = output1;
        lanes->Output2 = output2;
    }

    /// <summary>Moves the codes of a lane down to where those of the one before it end.</summary>
    /// <returns>Where they end then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* CloseUp(byte* start, byte* end, byte* to)
    {
        var count = end - start;
        for (nint i = 0; i < count; i += Vector256<byte>.Count)
        {
            Vector256.Load(start + i).Store(to + i);
        }

        return to + count;
    }

    /// <summary>Takes a byte: writes the codes that the state can settle, of which as many count as the byte settles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(byte* tables, byte value, ref nint state, ref byte* output)
    {
        var codes = Vector128.Load(CodesOf(tables, state));
        state = Next(tables, value, state);
        codes.Store(output);
        output += state & SymbolAutomaton.CountMask;
        state &= ~(nint)SymbolAutomaton.CountMask;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint Next(byte* tables, byte value, nint state) => *(ushort*)((nint)((long*)tables)[value] + (state * SymbolAutomaton.RowScale));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* CodesOf(byte* tables, nint state) => tables + (state * SymbolAutomaton.RowScale) + SymbolAutomaton.CodesOffset;

    /// <summary>Where lanes begin, then where they end.</summary>
    private struct Lanes
    {
        /// <summary>The state of each lane, as entries have it.</summary>
        public nint State0, State1, State2;

        /// <summary>The states that the second and the third lane began in.</summary>
        public nint First1, First2;

        /// <summary>Where the codes of each lane go.</summary>
        public byte* Output0, Output1, Output2;
    }
}
