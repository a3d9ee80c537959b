using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Codes of a symbol table to text.</summary>
/// <remarks>
/// The fast loop takes four codes a turn and stores eight bytes for each, so it writes behind the text. Wherever that could leave the
/// destination, and at escapes, one code is taken at a time.
/// The methods are inlined where the kind of table is known, so that its addresses stay in registers: a short text takes no longer than passing them.
/// The methods they are inlined into should not be inlined themselves, for these addresses and the loop's counters just fit.
/// </remarks>
internal static partial class SymbolDecoderKernel
{
    private const int Turn = 4;
    private const int TurnOutput = Turn * SymbolTableView.MaxSymbolLength;

    /// <summary>Decodes until <paramref name="goal"/> bytes are out or the codes end.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="goal">Bytes wanted; the last code may go past it where the destination has room.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <param name="consumed">Bytes of codes read.</param>
    /// <param name="written">Bytes of text.</param>
    /// <returns>False for a code without a symbol, a verbatim byte that is not there, or a destination that is too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Decode<TSymbols>(TSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        ref var code = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var end = (nint)codes.Length;
        var lastTurn = end - Turn;
        var lastTurnOutput = (nint)Math.Min(goal - 1, destination.Length - TurnOutput);
        var lastOutput = (nint)Math.Min(goal - 1, destination.Length - sizeof(ulong));
        nint next = 0;
        nint length = 0;
        consumed = 0;
        written = 0;
        while (true)
        {
            while (next <= lastTurn && length <= lastTurnOutput && HasAll(symbols.Counts, Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, next))))
            {
                length = PutTurn(symbols, ref Unsafe.Add(ref code, next), ref output, length);
                next += Turn;
            }

            if (length > goal)
            {
                // The turn went past the goal; the codes behind it belong to something else.
                BackToGoal(symbols, Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, next - Turn)), goal, ref next, ref length);
                break;
            }

            if (next >= end || length > lastOutput)
            {
                break;
            }

            nint single = Unsafe.Add(ref code, next);
            if (Has(symbols.Counts, single))
            {
                length += TSymbols.Omitted + symbols.Put(single, ref Unsafe.Add(ref output, length));
                next++;
                if (length > goal)
                {
                    break;
                }
            }
            else if (single == SymbolTableView.Escape && next + 1 < end)
            {
                Unsafe.Add(ref output, length) = Unsafe.Add(ref code, next + 1);
                length++;
                next += 2;
            }
            else
            {
                return false;
            }
        }

        consumed = (int)next;
        written = (int)length;
        return length >= goal || next >= end || DecodeLast(symbols, codes, goal, destination, ref consumed, ref written);
    }

    /// <summary>Appends the symbols of four codes.</summary>
    /// <returns>The length of the text with them.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint PutTurn<TSymbols>(TSymbols symbols, ref byte codes, ref byte output, nint length)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        length += symbols.Put(codes, ref Unsafe.Add(ref output, length));
        length += symbols.Put(Unsafe.Add(ref codes, 1), ref Unsafe.Add(ref output, length + TSymbols.Omitted));
        length += symbols.Put(Unsafe.Add(ref codes, 2), ref Unsafe.Add(ref output, length + (2 * TSymbols.Omitted)));
        length += symbols.Put(Unsafe.Add(ref codes, 3), ref Unsafe.Add(ref output, length + (3 * TSymbols.Omitted)));
        return length + (Turn * TSymbols.Omitted);
    }

    /// <summary>Whether a code has a symbol.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Has(Vector128<byte> counts, nint code) => code < counts.ToScalar();

    /// <summary>Whether each of four codes has one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasAll(Vector128<byte> counts, uint fourCodes) => !Vector128.GreaterThanOrEqualAny(Vector128.Create(fourCodes).AsByte(), counts);

    /// <summary>Takes codes of the last turn back that lie behind the goal. How many is computed: a branch would be guessed wrong as often as not.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void BackToGoal<TSymbols>(TSymbols symbols, uint turn, int goal, ref nint next, ref nint length)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        var lengths = LengthsOf(symbols, turn);

        // Where each symbol ends, counted from the turn's start, in a byte of its own: at most 32. The high bit of a byte says that the goal has been reached.
        var ends = lengths * 0x01010101;
        var start = length - (nint)(ends >> 24);
        var reached = (ends + ((0x80 - (uint)(goal - start)) * 0x01010101)) & 0x80808080;
        var last = BitOperations.TrailingZeroCount(reached) & ~7;
        length = start + (byte)(ends >> last);
        next += (last >> 3) + 1 - Turn;
    }

    /// <summary>The lengths of the symbols of four codes, in a byte each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LengthsOf<TSymbols>(TSymbols symbols, uint turn)
        where TSymbols : struct, ISymbolSource, allows ref struct =>
        (uint)symbols.LengthOf((byte)turn) | ((uint)symbols.LengthOf((byte)(turn >> 8)) << 8)
        | ((uint)symbols.LengthOf((byte)(turn >> 16)) << 16) | ((uint)symbols.LengthOf((byte)(turn >> 24)) << 24);

    /// <summary>Goes on where fewer bytes are left in the destination than are stored for a code.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeLast<TSymbols>(TSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, ref int consumed, ref int written)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        Span<byte> buffer = stackalloc byte[sizeof(ulong)];
        while (written < goal && consumed < codes.Length)
        {
            nint code = codes[consumed++];
            nint length = 1;
            if (Has(symbols.Counts, code))
            {
                length = TSymbols.Omitted + symbols.Put(code, ref MemoryMarshal.GetReference(buffer));
            }
            else if (code == SymbolTableView.Escape && consumed < codes.Length)
            {
                buffer[0] = codes[consumed++];
            }
            else
            {
                return false;
            }

            if (!buffer[..(int)length].TryCopyTo(destination[written..]))
            {
                return false;
            }

            written += (int)length;
        }

        return true;
    }

    /// <summary>Counts what <see cref="Decode"/> would write, without writing it.</summary>
    /// <returns>False for a code without a symbol, a verbatim byte that is not there, or a length that overflows.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Measure<TSymbols>(TSymbols symbols, ReadOnlySpan<byte> codes, int goal, out int consumed, out int decoded)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        var next = 0;
        var length = 0;
        consumed = 0;
        decoded = 0;
        while (length < goal && next < codes.Length)
        {
            nint code = codes[next++];
            if (Has(symbols.Counts, code))
            {
                length += (int)symbols.LengthOf(code);
            }
            else if (code == SymbolTableView.Escape && next < codes.Length)
            {
                next++;
                length++;
            }
            else
            {
                return false;
            }

            if (length < 0)
            {
                return false;
            }
        }

        consumed = next;
        decoded = length;
        return true;
    }
}
