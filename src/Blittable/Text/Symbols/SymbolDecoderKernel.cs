using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Decodes codes of a symbol table, eight codes per iteration. <see cref="SymbolDecoder"/> implements the scalar path.</summary>
/// <remarks>
/// Eight bytes are stored for each code, and the next code overwrites those that do not belong to its symbol. If one of the eight codes is not a symbol, the
/// codes before it are decoded one by one, except in long texts. There, escapes take no branch: an escape has a symbol of length 0, and the verbatim byte after
/// it has its own entry in the table. Processors learn the branches of short texts.
/// </remarks>
internal static class SymbolDecoderKernel
{
    /// <summary>The maximum number of bytes stored in an iteration.</summary>
    public const int TurnBytes = Turn * SymbolTableView.MaxSymbolLength;

    private const int Turn = sizeof(ulong);

    /// <summary>The number of bytes that a text must still contain for branches on escapes to cost more than avoiding them.</summary>
    private const int LongRest = 192;

    /// <summary>The number of bytes before a verbatim run: its code and its count.</summary>
    private const int RunHead = 2;

    /// <summary>Decodes codes as long as eight codes can be read and <see cref="TurnBytes"/> can be stored.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, possibly followed by other bytes.</param>
    /// <param name="goal">The number of bytes to decode. The last code may exceed it.</param>
    /// <param name="destination">The destination of the text.</param>
    /// <param name="consumed">Receives the number of bytes of codes up to the code that reaches the goal.</param>
    /// <param name="written">Receives the number of bytes of text up to the end of that code.</param>
    public static void DecodeTurns(
        ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        Debug.Assert(symbols.Words.Length == ExpandedSymbols.Places && symbols.Lengths.Length == ExpandedSymbols.Places);
        Debug.Assert(symbols.Lengths[symbols.Escape] == 0, "An escape has no symbol.");
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        ref var words = ref MemoryMarshal.GetArrayDataReference(symbols.Words);
        ref var lengths = ref MemoryMarshal.GetArrayDataReference(symbols.Lengths);
        var counts = Vector128.Create((byte)symbols.Count);
        nint next = 0, length = 0, lastTurn = codes.Length - Turn, lastLength = Math.Min(goal - 1, destination.Length - TurnBytes);
        nint lastMixed = goal - LongRest;
        while (next <= lastTurn && length <= lastLength)
        {
            var turn = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, next));
            var others = Vector128.GreaterThanOrEqual(Vector128.CreateScalarUnsafe(turn).AsByte(), counts).AsUInt64().ToScalar();
            if (others == 0)
            {
                PutTurn(ref words, ref lengths, turn, ref output, ref length);
                next += Turn;
                continue;
            }

            if (length <= lastMixed)
            {
                var escapes = Vector128.Equals(Vector128.CreateScalarUnsafe(turn).AsByte(), Vector128.Create(symbols.Escape)).AsUInt64().ToScalar();
                var verbatim = escapes << 8;
                if (((others & ~(escapes | verbatim)) | (escapes & verbatim)) == 0)
                {
                    // The verbatim byte of an escape at the end is in the next iteration.
                    PutMixedTurn(ref words, ref lengths, turn, verbatim, ref output, ref length);
                    next += Turn - (nint)(escapes >> 63);
                    continue;
                }
            }

            for (var count = BitOperations.TrailingZeroCount(others) >> 3; count > 0; count--)
            {
                Put(ref words, ref lengths, Unsafe.Add(ref source, next), ref output, ref length);
                next++;
                if (length >= goal)
                {
                    goto End;
                }
            }

            var code = Unsafe.Add(ref source, next);
            if (code == symbols.Escape && next + 1 < codes.Length)
            {
                Unsafe.Add(ref output, length) = Unsafe.Add(ref source, next + 1);
                length++;
                next += 2;
            }
            else
            {
                var run = symbols.HasRuns && code != symbols.Escape ? CopyRun(codes[(int)next..], destination[(int)length..]) : 0;
                if (run == 0)
                {
                    // The codes are damaged, or the codes or the destination end. The scalar path distinguishes these cases.
                    break;
                }

                next += RunHead + run;
                length += run;
                if (length > goal)
                {
                    goto End;
                }
            }
        }

        if (length > goal)
        {
            BackToGoal(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, next - Turn)), ref lengths, goal, ref next, ref length);
        }

    End:
        consumed = (int)next;
        written = (int)length;
    }

    /// <summary>Appends the symbols of eight codes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PutTurn(ref ulong words, ref byte lengths, ulong turn, ref byte output, ref nint length)
    {
        Put(ref words, ref lengths, (byte)turn, ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 8), ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 16), ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 24), ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 32), ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 40), ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 48), ref output, ref length);
        Put(ref words, ref lengths, (byte)(turn >> 56), ref output, ref length);
    }

    /// <summary>Appends the symbols and the verbatim bytes of eight codes.</summary>
    /// <param name="words">The symbols.</param>
    /// <param name="lengths">The lengths of the symbols.</param>
    /// <param name="turn">The codes.</param>
    /// <param name="verbatim">Bytes of ones in the positions of verbatim bytes.</param>
    /// <param name="output">The destination.</param>
    /// <param name="length">The number of bytes of text. Updated by the call.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PutMixedTurn(ref ulong words, ref byte lengths, ulong turn, ulong verbatim, ref byte output, ref nint length)
    {
        // Places of 16 bits: the code, plus ExpandedSymbols.Verbatim for a verbatim byte.
        const ulong codes = 0x00FF_00FF_00FF_00FF, flags = 0x0100_0100_0100_0100;
        var even = (turn & codes) | ((verbatim << 8) & flags);
        var odd = ((turn >> 8) & codes) | (verbatim & flags);
        Put(ref words, ref lengths, (ushort)even, ref output, ref length);
        Put(ref words, ref lengths, (ushort)odd, ref output, ref length);
        Put(ref words, ref lengths, (ushort)(even >> 16), ref output, ref length);
        Put(ref words, ref lengths, (ushort)(odd >> 16), ref output, ref length);
        Put(ref words, ref lengths, (ushort)(even >> 32), ref output, ref length);
        Put(ref words, ref lengths, (ushort)(odd >> 32), ref output, ref length);
        Put(ref words, ref lengths, (ushort)(even >> 48), ref output, ref length);
        Put(ref words, ref lengths, (ushort)(odd >> 48), ref output, ref length);
    }

    /// <summary>Appends the symbol of a code, or a verbatim byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref ulong words, ref byte lengths, nint code, ref byte output, ref nint length)
    {
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), Unsafe.Add(ref words, code));
        length += Unsafe.Add(ref lengths, code);
    }

    /// <summary>Copies a verbatim run.</summary>
    /// <param name="codes">The codes, starting with the run.</param>
    /// <param name="room">The destination of the bytes.</param>
    /// <returns>The number of verbatim bytes, or 0 if the codes or the destination end before the run does.</returns>
    /// <remarks>No loop variable of the caller is passed by reference, because it would be held in memory.</remarks>
    private static int CopyRun(ReadOnlySpan<byte> codes, Span<byte> room)
    {
        var run = codes.Length < RunHead ? int.MaxValue : codes[1] + 1;
        if (run > codes.Length - RunHead || run > room.Length)
        {
            return 0;
        }

        codes = codes[RunHead..];
        if (run <= Vector128<byte>.Count && codes.Length >= Vector128<byte>.Count && room.Length >= Vector128<byte>.Count)
        {
            Vector128.Create(codes).CopyTo(room);
        }
        else
        {
            codes[..run].CopyTo(room);
        }

        return run;
    }

    /// <summary>Moves from the end of an iteration back to the code that reaches the goal. Branch-free, because the code cannot be predicted.</summary>
    /// <param name="turn">The codes of the iteration, all of which have a symbol.</param>
    /// <param name="lengths">The lengths of the symbols.</param>
    /// <param name="goal">The number of bytes to decode, more than existed before the iteration.</param>
    /// <param name="next">The end of the iteration. Receives the end of the code.</param>
    /// <param name="length">The number of bytes of text up to the end of the iteration. Receives the number up to the end of the code.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void BackToGoal(ulong turn, ref byte lengths, nint goal, ref nint next, ref nint length)
    {
        // A bit for each length at which a code ends, minus 1.
        ulong ends = 0;
        nint last = -1;
        Mark(ref lengths, (byte)turn, ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 8), ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 16), ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 24), ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 32), ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 40), ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 48), ref last, ref ends);
        Mark(ref lengths, (byte)(turn >> 56), ref last, ref ends);
        Debug.Assert(last is >= 0 and < TurnBytes && goal > length - (last + 1));
        var wanted = (int)(last - (length - goal));
        var start = length - (last + 1);
        next += BitOperations.PopCount(ends & ((1UL << wanted) - 1)) + 1 - Turn;
        length = start + wanted + 1 + BitOperations.TrailingZeroCount(ends >> wanted);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mark(ref byte lengths, nint code, ref nint last, ref ulong ends)
    {
        last += Unsafe.Add(ref lengths, code);
        ends |= 1UL << (int)last;
    }
}
