using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Blittable.Text;

/// <summary>Reads a serialized symbol table in place. Opening it neither allocates nor expands anything.</summary>
/// <remarks>
/// All integers are little-endian and unaligned.
/// <code>
/// byte  size
///   0      1   version, 1
///   1      1   n, the number of symbols, 0 to 255; their codes are 0 to n-1
///   2      2   s, the size of the symbols in bytes; they may overlap: "ing" may be the end of "king"
///   4      4   CRC-32C of all other bytes, in order; checked when a table is loaded, and when a document that contains one is opened
///   8     2n   for each code: start of its symbol times 8, plus its length minus 1
/// 8+2n     s   the symbols
///  + s     7   zeros, so eight bytes can be read at any symbol
/// </code>
/// Codes of n or more are invalid, except for 255, which precedes one verbatim byte.
/// <see cref="SymbolTable.Check"/> rejects damaged tables. A view may still be damaged, if its bytes have changed since. Code that reads
/// an entry must therefore compare its start with <see cref="SymbolBytes"/> first.
/// </remarks>
internal readonly ref struct SymbolTableView : ISymbolSource
{
    public const byte Version = 1;
    public const int HeaderSize = 8;
    public const int ChecksumOffset = 4;

    private const int CountOffset = 1, SymbolBytesOffset = 2;

    /// <summary>The number of zeros after the symbols.</summary>
    public const int Padding = 7;

    /// <summary>The code that precedes a verbatim byte. It equals the maximum number of symbols.</summary>
    public const byte Escape = 255;

    public const int MaxSymbols = 255;
    public const int MaxSymbolLength = 8;
    public const int LengthBits = 3;

    /// <summary>The maximum size of all symbols in bytes. Offsets have 13 bits, and 255 symbols of 8 bytes take 2,040 bytes.</summary>
    public const int MaxSymbolBytes = MaxSymbols * MaxSymbolLength;

    private readonly ReadOnlySpan<byte> _table;

    private SymbolTableView(ReadOnlySpan<byte> table, ExpandedSymbols? expanded)
    {
        _table = table;
        Expanded = expanded;
    }

    /// <summary>Gets a value that indicates whether the view has no table, not even a table without symbols.</summary>
    public bool IsMissing => _table.IsEmpty;

    /// <summary>Gets the number of symbols, or 0 without a table.</summary>
    public int Count => _table.IsEmpty ? 0 : _table[CountOffset];

    byte ISymbolSource.Escape => Escape;

    /// <summary>Gets the size of all symbols in bytes, which exceeds the start of each symbol.</summary>
    public int SymbolBytes => _table.Length - LengthFor(Count, 0);

    /// <summary>Gets the size of the table in bytes.</summary>
    public int Length => _table.Length;

    /// <summary>Gets the symbols in a layout for faster decoding, or null if the table is in a document rather than in memory.</summary>
    public ExpandedSymbols? Expanded { get; }

    /// <summary>Gets the entries, two bytes for each symbol.</summary>
    public ReadOnlySpan<byte> Entries => _table.Slice(HeaderSize, 2 * Count);

    /// <summary>Gets the bytes of all symbols, and the padding.</summary>
    public ReadOnlySpan<byte> Symbols => _table[(HeaderSize + (2 * Count))..];

    /// <summary>Opens the table at the start of the bytes. Bytes after the table are ignored.</summary>
    /// <returns>False if the version is unknown, or there are too few bytes for the counts in the header.</returns>
    public static bool TryOpen(ReadOnlySpan<byte> bytes, out SymbolTableView view)
    {
        view = default;
        if (bytes.Length < HeaderSize || bytes[0] != Version)
        {
            return false;
        }

        var count = bytes[CountOffset];
        var symbolBytes = BinaryPrimitives.ReadUInt16LittleEndian(bytes[SymbolBytesOffset..]);
        var length = LengthFor(count, symbolBytes);
        if (symbolBytes > MaxSymbolBytes || length > bytes.Length)
        {
            return false;
        }

        view = new SymbolTableView(bytes[..length], null);
        return true;
    }

    /// <summary>Creates a view of a table that is known to be valid, with its expanded symbols.</summary>
    public static SymbolTableView Of(ReadOnlySpan<byte> table, ExpandedSymbols expanded) => new(table, expanded);

    /// <summary>Gets the symbol of a code below <see cref="Count"/>: its bytes with the first byte lowest, followed by arbitrary bytes.</summary>
    /// <returns>False if the entry refers to a position outside the table.</returns>
    public bool TryGetSymbol(int code, out ulong symbol, out int length)
    {
        var entry = BinaryPrimitives.ReadUInt16LittleEndian(Entries[(2 * code)..]);
        var start = entry >> LengthBits;
        length = (entry & (MaxSymbolLength - 1)) + 1;
        symbol = 0;
        if (start >= SymbolBytes)
        {
            return false;
        }

        symbol = BinaryPrimitives.ReadUInt64LittleEndian(Symbols[start..]);
        return true;
    }

    /// <summary>Returns the first code whose entry refers to a position outside the table, or -1 if all entries are valid.</summary>
    public int IndexOfStraySymbol()
    {
        var entries = MemoryMarshal.Cast<byte, ushort>(Entries);
        var end = SymbolBytes << LengthBits;
        return end > 0 ? entries.IndexOfAnyExceptInRange((ushort)0, (ushort)(end - 1)) : entries.IsEmpty ? -1 : 0;
    }

    private static int LengthFor(int count, int symbolBytes) => HeaderSize + (2 * count) + symbolBytes + Padding;
}

/// <summary>Represents one to eight bytes of text that a code can represent.</summary>
/// <param name="Bytes">The bytes with the first byte lowest, followed by zeros.</param>
/// <param name="Length">The number of bytes.</param>
internal readonly record struct Symbol(ulong Bytes, int Length)
{
    public const int MaxLength = SymbolTableView.MaxSymbolLength;

    public static Symbol Of(byte value) => new(value, 1);

    /// <summary>Creates a symbol from the first bytes of a word.</summary>
    public static Symbol Of(ulong word, int length) => new(word & (ulong.MaxValue >> (64 - (8 * length))), length);

    /// <summary>Gets the first byte.</summary>
    public byte First => (byte)Bytes;

    /// <summary>Returns the byte at an index.</summary>
    public byte ByteAt(int index) => (byte)(Bytes >> (8 * index));

    /// <summary>Gets the first two bytes.</summary>
    public ushort FirstTwo => (ushort)Bytes;

    /// <summary>Gets the first three bytes.</summary>
    public uint FirstThree => (uint)Bytes & 0xFFFFFF;

    /// <summary>Concatenates two symbols, truncating the result to eight bytes.</summary>
    public Symbol Append(Symbol next) => new(Bytes | (next.Bytes << (8 * Length)), Math.Min(Length + next.Length, MaxLength));

    /// <summary>Writes all eight bytes.</summary>
    public void WriteTo(Span<byte> destination) => BinaryPrimitives.WriteUInt64LittleEndian(destination, Bytes);
}
