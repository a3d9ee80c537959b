using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Decodes codes of a symbol table: one decoder for Smaz, the general table and trained tables.</summary>
/// <remarks>
/// The vector path decodes eight codes per iteration (<see cref="SymbolDecoderKernel"/>). The scalar path decodes single codes. It also handles tables that are
/// read in place from a document, and the end of the codes and of the destination. Neither path reads outside the codes or writes outside
/// the destination, even for invalid codes.
/// </remarks>
internal static class SymbolDecoder
{
    /// <summary>The number of spare bytes after a text with which its last codes are decoded eight at a time.</summary>
    public const int SpareBytes = SymbolDecoderKernel.TurnBytes;

    private static readonly ExpandedSymbols Empty = new([]);

    /// <summary>Decodes codes until <paramref name="goal"/> bytes are written or the codes end.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, possibly followed by other bytes.</param>
    /// <param name="goal">The number of bytes to decode. The last code may exceed it if the destination has space. For 0, no code is read.</param>
    /// <param name="destination">The destination of the text. <see cref="SpareBytes"/> after the text speed up decoding. Bytes after the text may be
    /// overwritten.</param>
    /// <param name="consumed">Receives the number of bytes of codes read.</param>
    /// <param name="written">Receives the number of bytes of text.</param>
    /// <returns>False if a code has no symbol, a verbatim byte is missing, or the destination is too short.</returns>
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
    /// <remarks>A table in a document is read in place code by code, because expanding it would take longer than decoding most texts.</remarks>
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
    /// <param name="codes">The codes, possibly followed by other bytes.</param>
    /// <param name="length">The size of the text in bytes. For 0, no code is read.</param>
    /// <param name="destination">The destination, as for <see cref="Decode(ExpandedSymbols, ReadOnlySpan{byte}, int, Span{byte}, out int, out int)"/>.</param>
    /// <returns>False if the codes end early, have no symbol, or do not end at the length, or if the destination is too short.</returns>
    public static bool DecodeWhole(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int length, Span<byte> destination) =>
        Decode(symbols, codes, length, destination, out _, out var written) && written == length;

    /// <summary>Returns the size in bytes of the decoded text.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, without further bytes.</param>
    /// <param name="consumed">Receives the number of bytes before the first invalid code, or the number of all bytes if there is none.</param>
    /// <returns>The size in bytes of the text that the consumed codes represent.</returns>
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

    /// <summary>Determines whether a text can begin with the first code. Returns false if that is a symbol and the text begins with other bytes.</summary>
    public static bool MayStart(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        if (codes.IsEmpty || text.Length < sizeof(ulong) || codes[0] >= symbols.Count)
        {
            return true;
        }

        var difference = BinaryPrimitives.ReadUInt64LittleEndian(text) ^ symbols.Words[codes[0]];
        return difference << (8 * (sizeof(ulong) - symbols.Lengths[codes[0]])) == 0;
    }

    /// <summary>Decodes one code at a time.</summary>
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

    /// <summary>Reads an escape or the header of a verbatim run.</summary>
    /// <returns>The number of bytes before the verbatim bytes, and the number of verbatim bytes, or 0 if some are missing or the code is invalid.</returns>
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

        // A table whose escape is 255 does not reach this point.
        var run = codes[next + 1] + 1;
        return (2, run <= left - 2 ? run : 0);
    }
}
