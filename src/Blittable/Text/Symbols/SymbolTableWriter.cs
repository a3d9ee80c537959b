using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Text;

/// <summary>Writes tables that <see cref="SymbolTableView"/> reads.</summary>
internal static class SymbolTableWriter
{
    /// <summary>Writes a table. The code of each symbol is its index.</summary>
    public static byte[] Write(ReadOnlySpan<Symbol> symbols)
    {
        // Place long symbols first, so that short symbols are found inside them.
        Span<byte> pool = stackalloc byte[SymbolTableView.MaxSymbolBytes];
        var used = 0;
        Span<ushort> entries = stackalloc ushort[symbols.Length];
        for (var length = Symbol.MaxLength; length > 0; length--)
        {
            for (var code = 0; code < symbols.Length; code++)
            {
                if (symbols[code].Length == length)
                {
                    entries[code] = (ushort)((Place(symbols[code], pool, ref used) << SymbolTableView.LengthBits) | (length - 1));
                }
            }
        }

        var table = new byte[SymbolTableView.HeaderSize + (2 * symbols.Length) + used + SymbolTableView.Padding];
        table[0] = SymbolTableView.Version;
        table[1] = (byte)symbols.Length;
        BinaryPrimitives.WriteUInt16LittleEndian(table.AsSpan(2), (ushort)used);
        for (var code = 0; code < symbols.Length; code++)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(table.AsSpan(SymbolTableView.HeaderSize + (2 * code)), entries[code]);
        }

        pool[..used].CopyTo(table.AsSpan(SymbolTableView.HeaderSize + (2 * symbols.Length)));
        BinaryPrimitives.WriteUInt32LittleEndian(table.AsSpan(SymbolTableView.ChecksumOffset), Checksum(table));
        return table;
    }

    /// <summary>Computes the CRC-32C of a table without the bytes of the checksum itself.</summary>
    public static uint Checksum(ReadOnlySpan<byte> table) =>
        Crc32C.Compute(table[SymbolTableView.HeaderSize..], Crc32C.Compute(table[..SymbolTableView.ChecksumOffset]));

    /// <summary>Finds a symbol in the pool, or appends the part of it that does not overlap the end of the pool.</summary>
    private static int Place(Symbol symbol, Span<byte> pool, ref int used)
    {
        Span<byte> word = stackalloc byte[Symbol.MaxLength];
        symbol.WriteTo(word);
        var bytes = word[..symbol.Length];
        var start = pool[..used].IndexOf(bytes);
        if (start < 0)
        {
            var overlap = Math.Min(symbol.Length - 1, used);
            while (!pool[(used - overlap)..used].SequenceEqual(bytes[..overlap]))
            {
                overlap--;
            }

            start = used - overlap;
            bytes.CopyTo(pool[start..]);
            used = start + bytes.Length;
        }

        return start;
    }
}
