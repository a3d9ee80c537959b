using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Encodes text as codes of a symbol table with a <see cref="SymbolAutomaton"/>, always choosing the longest symbol.</summary>
/// <remarks>
/// A byte takes the latency of a load from the L1 cache plus two operations, because it depends on the previous byte. No branch depends on the text. Longer
/// texts are divided into three interleaved lanes, whose loads overlap. A lane does not know the final state of the previous lane. It starts in state 0, a few
/// bytes before its own bytes. It is then nearly always in the correct state, because a code that begins at the end of another code synchronizes
/// both. If the final state of the previous lane shows that it was not, the lane is encoded again.
/// </remarks>
internal static unsafe class SymbolAutomatonKernel
{
    /// <summary>The number of spare bytes that the destination must have after the longest possible output.</summary>
    public const int Slack = 64;

    /// <summary>The number of spare bytes with which a whole text is encoded in lanes.</summary>
    public const int LanesSlack = LaneGap + LaneGap + LaneGap;

    /// <summary>The minimum length of a text that is encoded in three lanes.</summary>
    public const int MinLanes = 40;

    /// <summary>The number of bytes that a lane reads before its own. The state is then correct for 99.4 % of lanes in prose, and 97 % in names and
    /// addresses.</summary>
    private const int Lead = 12;

    /// <summary>The maximum size of a lane in bytes. The separate outputs of the lanes then stay in the L1 cache.</summary>
    private const int MaxLane = 1024;

    /// <summary>
    /// The number of bytes of output for a lane in addition to two for each of its bytes. It covers 14 bytes of codes that its first state settles, and a
    /// whole stored vector, rounded up.
    /// </summary>
    private const int LaneGap = 32;

    /// <summary>Compresses a piece of a text.</summary>
    /// <param name="automaton">The symbols.</param>
    /// <param name="text">The piece.</param>
    /// <param name="isLast"><see langword="true"/> if the text ends with the piece. Otherwise, the next piece outputs the codes of the last bytes.</param>
    /// <param name="destination">At least two bytes for each byte of text plus <see cref="Slack"/>, preferably plus <see cref="LanesSlack"/>.</param>
    /// <param name="state">0 at the start of a text, otherwise the final state of the previous piece. Receives the final state.</param>
    /// <returns>The number of bytes written.</returns>
    public static int Encode(SymbolAutomaton automaton, ReadOnlySpan<byte> text, bool isLast, Span<byte> destination, ref nint state)
    {
        // Individual steps are not checked: none writes more than a vector after twice the number of bytes read.
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

    /// <summary>Encodes a text in lanes as long as the text and the destination are large enough, and the rest byte by byte.</summary>
    private static byte* EncodeText(byte* tables, byte* source, nint length, byte* output, nint spare, ref nint state)
    {
        while (length >= MinLanes)
        {
            // The output never exceeds twice the input, so the number of spare bytes never decreases.
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

    /// <summary>Encodes a text byte by byte.</summary>
    /// <param name="tables">The automaton.</param>
    /// <param name="at">The first byte.</param>
    /// <param name="end">The end of the text.</param>
    /// <param name="output">The destination of the codes.</param>
    /// <param name="state">The initial state as in entries. Receives the final state.</param>
    /// <returns>The end of the codes. The codes that the final state can settle are not written.</returns>
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

    /// <summary>Encodes three lanes of a text, and encodes lanes again whose initial state differs from the final state of the previous lane.</summary>
    /// <param name="tables">The automaton.</param>
    /// <param name="source">The first byte of the first lane.</param>
    /// <param name="lane">The size of a lane in bytes, at least <see cref="Lead"/>.</param>
    /// <param name="output">The destination of the codes.</param>
    /// <param name="state">The initial state. Receives the final state.</param>
    /// <returns>The end of the codes.</returns>
    private static byte* EncodeLanes(byte* tables, byte* source, nint lane, byte* output, ref nint state)
    {
        var start1 = output + (2 * lane) + LaneGap;
        var start2 = start1 + (2 * lane) + LaneGap;
        var lanes = new LaneStates { State0 = state, Output0 = output, Output1 = start1, Output2 = start2 };
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

    /// <summary>Encodes three lanes, interleaved byte by byte. A separate method, so all variables fit into registers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void StepLanes(byte* tables, byte* source, nint lane, LaneStates* lanes)
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

    /// <summary>Moves the codes of a lane down to the end of the previous lane's codes.</summary>
    /// <returns>The new end of the codes.</returns>
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

    /// <summary>Encodes a byte. Writes all codes that the state can settle, and advances by the number of codes that the byte settles.</summary>
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

    /// <summary>Stores the initial and then the final position of lanes.</summary>
    private struct LaneStates
    {
        /// <summary>The state of each lane, as in entries.</summary>
        public nint State0, State1, State2;

        /// <summary>The initial states of the second and the third lane.</summary>
        public nint First1, First2;

        /// <summary>The output position of each lane.</summary>
        public byte* Output0, Output1, Output2;
    }
}
