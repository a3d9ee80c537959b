using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>Codes of a symbol table to text.</summary>
/// <remarks>
/// The fast loop takes four codes a turn and stores eight bytes for each, so it writes behind the text. Wherever that could leave the
/// destination, and at escapes, one code is taken at a time.
/// </remarks>
internal static class SymbolDecoderKernel
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
    public static bool Decode<TSymbols>(TSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        ref var code = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var lastTurn = (nint)codes.Length - Turn;
        var lastTurnOutput = (nint)Math.Min(goal - 1, destination.Length - TurnOutput);
        nint next = 0;
        nint length = 0;
        consumed = 0;
        written = 0;
        while (true)
        {
            while (next <= lastTurn && length <= lastTurnOutput && symbols.HasAll(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, next))))
            {
                length += symbols.Put(Unsafe.Add(ref code, next), ref Unsafe.Add(ref output, length));
                length += symbols.Put(Unsafe.Add(ref code, next + 1), ref Unsafe.Add(ref output, length));
                length += symbols.Put(Unsafe.Add(ref code, next + 2), ref Unsafe.Add(ref output, length));
                length += symbols.Put(Unsafe.Add(ref code, next + 3), ref Unsafe.Add(ref output, length));
                next += Turn;
            }

            if (length >= goal || next >= codes.Length)
            {
                break;
            }

            uint single = Unsafe.Add(ref code, next);
            if (symbols.Has(single))
            {
                var room = destination.Length - length;
                if (room >= sizeof(ulong))
                {
                    length += symbols.Put(single, ref Unsafe.Add(ref output, length));
                }
                else
                {
                    ulong symbol = 0;
                    var symbolLength = symbols.Put(single, ref Unsafe.As<ulong, byte>(ref symbol));
                    if (symbolLength > room)
                    {
                        return false;
                    }

                    MemoryMarshal.AsBytes(new ReadOnlySpan<ulong>(in symbol))[..(int)symbolLength].CopyTo(destination[(int)length..]);
                    length += symbolLength;
                }

                next++;
            }
            else if (single == SymbolTableView.Escape && next + 1 < codes.Length && length < destination.Length)
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

        // A turn may have gone past the goal; the codes behind it belong to something else.
        while (length > goal)
        {
            var last = symbols.LengthOf(Unsafe.Add(ref code, next - 1));
            if (length - last < goal)
            {
                break;
            }

            length -= last;
            next--;
        }

        consumed = (int)next;
        written = (int)length;
        return true;
    }

    /// <summary>Counts what <see cref="Decode"/> would write, without writing it.</summary>
    /// <returns>False for a code without a symbol, a verbatim byte that is not there, or a length that overflows.</returns>
    public static bool Measure<TSymbols>(TSymbols symbols, ReadOnlySpan<byte> codes, int goal, out int consumed, out int decoded)
        where TSymbols : struct, ISymbolSource, allows ref struct
    {
        var next = 0;
        var length = 0;
        consumed = 0;
        decoded = 0;
        while (length < goal && next < codes.Length)
        {
            uint code = codes[next++];
            if (symbols.Has(code))
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
