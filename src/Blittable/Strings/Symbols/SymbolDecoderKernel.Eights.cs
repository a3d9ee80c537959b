using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <content>
/// Here eight codes are a turn, of a table that is held in memory. A string of some dozen codes then takes one or two turns, mostly as many as the
/// string before it, which a processor guesses; of four it takes two to four. At the end codes without text fill a turn up, so that no branch depends
/// on how many are left.
/// </content>
internal static partial class SymbolDecoderKernel
{
    /// <summary>Codes of half a turn.</summary>
    public const int Half = sizeof(uint);

    /// <summary>Codes of a turn.</summary>
    public const int WholeTurn = sizeof(ulong);

    /// <summary>What a turn may write, and so the room that it needs.</summary>
    public const int WholeTurnOutput = WholeTurn * SymbolTableView.MaxSymbolLength;

    /// <inheritdoc cref="Decode"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool DecodeByEight(ExpandedSymbols table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        var symbols = new ExpandedSymbolsKernel(table);
        ref var code = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var lastTurn = (nint)codes.Length - WholeTurn;
        var lastOutput = (nint)Math.Min(goal - 1, destination.Length - WholeTurnOutput);
        nint next = 0;
        nint length = 0;
        while (next <= lastTurn && length <= lastOutput && HasAll(symbols.Counts, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref code, next))))
        {
            length = PutTurn(symbols, ref Unsafe.Add(ref code, next), ref output, length);
            length = PutTurn(symbols, ref Unsafe.Add(ref code, next + Half), ref output, length);
            next += WholeTurn;
        }

        if (length < goal)
        {
            return DecodeRest(table, codes, goal, destination, next, length, out consumed, out written);
        }

        if (length > goal)
        {
            // The turn went past the goal; the codes behind it belong to something else.
            BackToGoal(symbols, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref code, next - WholeTurn)), goal, ref next, ref length);
        }

        consumed = (int)next;
        written = (int)length;
        return true;
    }

    /// <summary>The same for a text that is wanted whole, and nothing of what follows its codes.</summary>
    /// <param name="table">The table.</param>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="length">The bytes of the text.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <returns>False for damage, a destination that is too short, or codes that do not end at the length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool DecodeWhole(ExpandedSymbols table, ReadOnlySpan<byte> codes, int length, Span<byte> destination)
    {
        var symbols = new ExpandedSymbolsKernel(table);
        ref var code = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var lastTurn = (nint)codes.Length - WholeTurn;
        var lastOutput = (nint)Math.Min(length - 1, destination.Length - WholeTurnOutput);
        nint next = 0;
        nint written = 0;
        nint middle = 0;
        while (next <= lastTurn && written <= lastOutput && HasAll(symbols.Counts, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref code, next))))
        {
            middle = PutTurn(symbols, ref Unsafe.Add(ref code, next), ref output, written);
            written = PutTurn(symbols, ref Unsafe.Add(ref code, next + Half), ref output, middle);
            next += WholeTurn;
        }

        if (written < length)
        {
            return DecodeRest(table, codes, length, destination, next, written, out _, out var all) && all == length;
        }

        // Which half of the turn the text ends in is computed: a branch would be guessed wrong as often as not.
        var isSecond = (middle - length) >> 63;
        ref var half = ref Unsafe.Add(ref code, next - WholeTurn + (isSecond & Half));
        return EndsBefore(symbols, ref half, middle + ((written - middle) & isSecond) - length);
    }

    /// <summary>Whether one of four codes ends some bytes before the last one does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EndsBefore(ExpandedSymbolsKernel symbols, ref byte codes, nint bytes)
    {
        var last = symbols.LengthOf(Unsafe.Add(ref codes, 3));
        var lastTwo = last + symbols.LengthOf(Unsafe.Add(ref codes, 2));
        var lastThree = lastTwo + symbols.LengthOf(Unsafe.Add(ref codes, 1));
        return bytes * (bytes - last) * (bytes - lastTwo) * (bytes - lastThree) == 0;
    }

    /// <summary>Decodes four to seven codes, all of which count.</summary>
    /// <param name="table">The table.</param>
    /// <param name="codes">The codes and nothing more.</param>
    /// <param name="destination">At least <see cref="WholeTurnOutput"/> bytes, all of which may be overwritten.</param>
    /// <returns>The bytes of text; -1 if there is an escape, or damage.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int DecodeFew(ExpandedSymbols table, ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        var symbols = new ExpandedSymbolsKernel(table);
        ref var code = ref MemoryMarshal.GetReference(codes);
        var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, codes.Length - Half));
        if (!HasAll(symbols.Counts, Unsafe.ReadUnaligned<uint>(ref code) | ((ulong)last << 32)))
        {
            return -1;
        }

        ref var output = ref MemoryMarshal.GetReference(destination);
        return (int)PutLast(symbols, last, codes.Length, ref output, PutTurn(symbols, ref code, ref output, 0));
    }

    /// <summary>Decodes codes all of which count, until they end or one comes that is not for here: damage, or no room for what a turn may write.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes and nothing more.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <param name="consumed">Bytes of codes read.</param>
    /// <param name="written">Bytes of text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void DecodeAll(ExpandedSymbolsKernel symbols, ReadOnlySpan<byte> codes, Span<byte> destination, out int consumed, out int written)
    {
        ref var code = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var end = (nint)codes.Length;
        var lastTurn = end - WholeTurn;
        var lastOutput = (nint)destination.Length - WholeTurnOutput;
        nint next = 0;
        nint length = 0;
        while (next < end && length <= lastOutput)
        {
            ref var turn = ref Unsafe.Add(ref code, next);
            if (next <= lastTurn)
            {
                if (HasAll(symbols.Counts, Unsafe.ReadUnaligned<ulong>(ref turn)))
                {
                    length = PutTurn(symbols, ref turn, ref output, length);
                    length = PutTurn(symbols, ref Unsafe.Add(ref turn, Half), ref output, length);
                    next += WholeTurn;
                    continue;
                }
            }
            else if (end >= Half)
            {
                var rest = (int)(end - next);
                var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, end - Half));
                if (rest >= Half)
                {
                    if (HasAll(symbols.Counts, Unsafe.ReadUnaligned<uint>(ref turn) | ((ulong)last << 32)))
                    {
                        length = PutTurn(symbols, ref turn, ref output, length);
                        length = PutLast(symbols, last, rest, ref output, length);
                        next = end;
                        break;
                    }
                }
                else if (HasAll(symbols.Counts, last >> (8 * (Half - rest))))
                {
                    length = PutLast(symbols, last, rest, ref output, length);
                    next = end;
                    break;
                }
            }

            nint single = turn;
            if (Has(symbols.Counts, single))
            {
                length += symbols.Put(single, ref Unsafe.Add(ref output, length));
                next++;
            }
            else if (single == SymbolTableView.Escape && next + 1 < end)
            {
                Unsafe.Add(ref output, length) = Unsafe.Add(ref turn, 1);
                length++;
                next += 2;
            }
            else
            {
                break;
            }
        }

        consumed = (int)next;
        written = (int)length;
    }

    /// <summary>Appends the symbols of the last codes, those behind a multiple of four, and codes without text for the others of three.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="last">The last four codes.</param>
    /// <param name="rest">How many were left before the last multiple of four was taken.</param>
    /// <param name="output">Where the text goes.</param>
    /// <param name="length">The length of the text so far.</param>
    /// <returns>The length of the text with them.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint PutLast(ExpandedSymbolsKernel symbols, uint last, int rest, ref byte output, nint length)
    {
        // An escape has a place in the table, and no text there.
        var filled = (uint)(((ulong)uint.MaxValue << 32 | last) >> (32 - (8 * (rest % Half))));
        length += symbols.Put((byte)filled, ref Unsafe.Add(ref output, length));
        length += symbols.Put((byte)(filled >> 8), ref Unsafe.Add(ref output, length));
        return length + symbols.Put((byte)(filled >> 16), ref Unsafe.Add(ref output, length));
    }

    /// <summary>Whether each of eight codes has a symbol.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasAll(Vector128<byte> counts, ulong eightCodes) => !Vector128.GreaterThanOrEqualAny(Vector128.Create(eightCodes).AsByte(), counts);

    /// <inheritdoc cref="BackToGoal{TSymbols}(TSymbols, uint, int, ref nint, ref nint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void BackToGoal(ExpandedSymbolsKernel symbols, ulong turn, int goal, ref nint next, ref nint length)
    {
        const ulong Each = 0x0101010101010101;
        var lengths = LengthsOf(symbols, (uint)turn) | ((ulong)LengthsOf(symbols, (uint)(turn >> 32)) << 32);

        // Where each symbol ends, counted from the turn's start, in a byte of its own: at most 64.
        var ends = lengths * Each;
        var start = length - (nint)(ends >> 56);
        var reached = (ends + ((0x80 - (ulong)(goal - start)) * Each)) & (0x80 * Each);
        var last = BitOperations.TrailingZeroCount(reached) & ~7;
        length = start + (byte)(ends >> last);
        next += (last >> 3) + 1 - WholeTurn;
    }

    /// <summary>Goes on by four, or one by one: at an escape, near the end of the codes or of the destination.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeRest(
        ExpandedSymbols table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, nint next, nint length, out int consumed, out int written)
    {
        var isDone = Decode(new ExpandedSymbolsKernel(table), codes[(int)next..], goal - (int)length, destination[(int)length..], out consumed, out written);
        consumed += (int)next;
        written += (int)length;
        return isDone;
    }
}
