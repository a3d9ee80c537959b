using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>Codes of a symbol table to text.</summary>
internal static class SymbolDecoder
{
    /// <summary>Decodes until <paramref name="goal"/> bytes are out or the codes end.</summary>
    /// <param name="table">The table; a damaged one may give wrong text, but is never read outside.</param>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="goal">Bytes wanted; the last code may go past it where the destination has room.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <param name="consumed">Bytes of codes read.</param>
    /// <param name="written">Bytes of text.</param>
    /// <returns>False for a code without a symbol, a verbatim byte that is not there, or a destination that is too short.</returns>
    public static bool Decode(SymbolTableView table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        var next = 0;
        var length = 0;
        consumed = 0;
        written = 0;
        while (length < goal && next < codes.Length)
        {
            int symbolLength;
            ulong symbol;
            var code = codes[next++];
            if (code < table.Count)
            {
                if (!table.TryGetSymbol(code, out symbol, out symbolLength))
                {
                    return false;
                }
            }
            else if (code == SymbolTableView.Escape && next < codes.Length)
            {
                symbol = codes[next++];
                symbolLength = 1;
            }
            else
            {
                return false;
            }

            var room = destination[length..];
            if (room.Length >= sizeof(ulong))
            {
                MemoryMarshal.Write(room, symbol);
            }
            else if (symbolLength <= room.Length)
            {
                for (var i = 0; i < symbolLength; i++)
                {
                    room[i] = (byte)(symbol >> (8 * i));
                }
            }
            else
            {
                return false;
            }

            length += symbolLength;
        }

        consumed = next;
        written = length;
        return true;
    }

    /// <summary>Counts what <see cref="Decode"/> would write, without writing it.</summary>
    /// <returns>False for a code without a symbol, a verbatim byte that is not there, or a length that overflows.</returns>
    public static bool Measure(SymbolTableView table, ReadOnlySpan<byte> codes, int goal, out int consumed, out int decoded)
    {
        var next = 0;
        var length = 0;
        consumed = 0;
        decoded = 0;
        while (length < goal && next < codes.Length)
        {
            var code = codes[next++];
            if (code < table.Count)
            {
                if (!table.TryGetSymbol(code, out _, out var symbolLength))
                {
                    return false;
                }

                length += symbolLength;
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
