using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Codes of a symbol table to text: one decoder for Smaz, the general table and trained ones.</summary>
/// <remarks>
/// The vector path takes eight codes a turn (<see cref="SymbolDecoderKernel"/>). Its scalar twin takes one code at a time; it also takes tables that are
/// read where they lie in a document, and what is near the end of the codes or of the destination. Neither reads outside the codes nor writes outside
/// the destination, whatever the codes are.
/// </remarks>
internal static class SymbolDecoder
{
    /// <summary>Bytes of room after a text with which its last codes are decoded eight at a time.</summary>
    public const int SpareBytes = SymbolDecoderKernel.TurnBytes;

    private static readonly ExpandedSymbols Empty = new([]);

    /// <summary>Decodes until <paramref name="goal"/> bytes are out or the codes end.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="goal">Bytes wanted; the last code may go past it where the destination has room. Nothing is read for a goal of 0.</param>
    /// <param name="destination">Where the text goes; <see cref="SpareBytes"/> of room after it make this faster. Bytes after the text may be
    /// overwritten.</param>
    /// <param name="consumed">Bytes of codes read.</param>
    /// <param name="written">Bytes of text.</param>
    /// <returns>False for a code without a symbol, a verbatim byte that is not there, or a destination that is too short.</returns>
    public static bool Decode(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        consumed = 0;
        written = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            SymbolDecoderKernel.DecodeTurns(symbols, codes, goal, destination, out consumed, out written);
        }

        return written >= goal || consumed >= codes.Length || DecodeScalar(symbols, codes, goal, destination, ref consumed, ref written);
    }

    /// <inheritdoc cref="Decode(ExpandedSymbols, ReadOnlySpan{byte}, int, Span{byte}, out int, out int)"/>
    /// <remarks>A table that lies in a document is followed code by code: expanding it would take longer than most texts.</remarks>
    public static bool Decode(scoped in SymbolTableView table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        if ((table.Expanded ?? (table.Count == 0 ? Empty : null)) is { } expanded)
        {
            return Decode(expanded, codes, goal, destination, out consumed, out written);
        }

        consumed = 0;
        written = 0;
        return DecodeScalar(table, codes, goal, destination, ref consumed, ref written);
    }

    /// <summary>Decodes a text of known length.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="length">Bytes of text. Nothing is read for a text of 0 bytes.</param>
    /// <param name="destination">Where the text goes, as for <see cref="Decode(ExpandedSymbols, ReadOnlySpan{byte}, int, Span{byte}, out int, out int)"/>.</param>
    /// <returns>False if the codes run out, have no symbol, or do not end at the length, or if the destination is too short.</returns>
    public static bool DecodeWhole(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int length, Span<byte> destination) =>
        Decode(symbols, codes, length, destination, out _, out var written) && written == length;

    /// <summary>Counts the bytes of text that codes stand for.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, all of them.</param>
    /// <param name="consumed">The bytes before the code that means nothing; all if there is no such code.</param>
    /// <returns>The bytes of text that the consumed codes stand for.</returns>
    public static long Measure(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, out int consumed)
    {
        long length = 0;
        for (consumed = 0; consumed < codes.Length;)
        {
            var code = codes[consumed];
            if (code < symbols.Count)
            {
                length += symbols.Lengths[code];
                consumed++;
                continue;
            }

            var (head, verbatim) = Announced(symbols.Count, symbols.Escape, codes, consumed);
            if (verbatim == 0)
            {
                break;
            }

            length += verbatim;
            consumed += head + verbatim;
        }

        return length;
    }

    /// <summary>Tells whether a text can begin with the first of some codes: false if that code is a symbol and the text begins with another one.</summary>
    public static bool MayStart(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        if (codes.IsEmpty || text.Length < sizeof(ulong) || codes[0] >= symbols.Count)
        {
            return true;
        }

        var difference = BinaryPrimitives.ReadUInt64LittleEndian(text) ^ symbols.Words[codes[0]];
        return difference << (8 * (sizeof(ulong) - symbols.Lengths[codes[0]])) == 0;
    }

    /// <summary>The scalar twin: decodes a code at a time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static bool DecodeScalar<TSymbols>(
        TSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, ref int consumed, ref int written)
        where TSymbols : ISymbolSource, allows ref struct
    {
        var (count, escape) = (symbols.Count, symbols.Escape);
        while (written < goal && consumed < codes.Length)
        {
            var code = codes[consumed];
            var room = destination[written..];
            if (code < count)
            {
                if (!symbols.TryGetSymbol(code, out var symbol, out var length) || length > room.Length)
                {
                    return false;
                }

                if (room.Length >= sizeof(ulong))
                {
                    BinaryPrimitives.WriteUInt64LittleEndian(room, symbol);
                }
                else
                {
                    for (var i = 0; i < length; i++)
                    {
                        room[i] = (byte)(symbol >> (8 * i));
                    }
                }

                written += length;
                consumed++;
                continue;
            }

            var (head, verbatim) = Announced(count, escape, codes, consumed);
            if (verbatim == 0 || verbatim > room.Length)
            {
                return false;
            }

            codes.Slice(consumed + head, verbatim).CopyTo(room);
            written += verbatim;
            consumed += head + verbatim;
        }

        return true;
    }

    /// <summary>Reads what a code that is not a symbol announces.</summary>
    /// <returns>The bytes before the verbatim ones, and the number of these; 0 if they are not all there, or the code means nothing.</returns>
    private static (int Head, int Verbatim) Announced(int count, byte escape, ReadOnlySpan<byte> codes, int next)
    {
        Debug.Assert(codes[next] >= count);
        var left = codes.Length - next;
        if (codes[next] == escape)
        {
            return (1, left > 1 ? 1 : 0);
        }

        if (codes[next] != SmazCodebook.VerbatimRun || left < 2)
        {
            return default;
        }

        // A table whose escape is 255 does not come here.
        var run = codes[next + 1] + 1;
        return (2, run <= left - 2 ? run : 0);
    }
}
