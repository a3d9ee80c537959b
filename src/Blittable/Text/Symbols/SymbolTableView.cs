using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Blittable.Strings;

namespace Blittable.Text;

/// <summary>A serialized symbol table, read where it lies: opening it allocates and expands nothing.</summary>
/// <remarks>
/// All integers are little-endian, nothing is aligned.
/// <code>
/// byte  size
///   0      1   version, 1
///   1      1   n, the number of symbols, 0 to 255; their codes are 0 to n-1
///   2      2   s, the bytes of the symbols, which may overlap: "ing" may be the end of "king"
///   4      4   CRC-32C of everything else, in the order of the bytes; checked when a table is loaded, and when a document is opened that holds one
///   8     2n   for each code: where its symbol starts, times 8, plus its length less 1
/// 8+2n     s   the symbols
///  + s     7   zeros, so that eight bytes can be read at any symbol
/// </code>
/// A code of n or more means nothing, but for 255, which announces one verbatim byte.
/// <see cref="SymbolTable.Check"/> refuses a damaged table; a view may still be damaged, if its bytes have changed since: code that follows
/// an entry compares its start with <see cref="SymbolBytes"/> first.
/// </remarks>
internal readonly ref struct SymbolTableView : ISymbolSource
{
    public const byte Version = 1;
    public const int HeaderSize = 8;
    public const int ChecksumOffset = 4;

    private const int CountOffset = 1, SymbolBytesOffset = 2;

    /// <summary>Zeros after the symbols.</summary>
    public const int Padding = 7;

    /// <summary>The code that announces a verbatim byte, and the largest number of symbols.</summary>
    public const byte Escape = 255;

    public const int MaxSymbols = 255;
    public const int MaxSymbolLength = 8;
    public const int LengthBits = 3;

    /// <summary>The largest number of symbol bytes: offsets have 13 bits, and 255 symbols of 8 bytes are 2,040.</summary>
    public const int MaxSymbolBytes = MaxSymbols * MaxSymbolLength;

    private readonly ReadOnlySpan<byte> _table;

    private SymbolTableView(ReadOnlySpan<byte> table, ExpandedSymbols? expanded)
    {
        _table = table;
        Expanded = expanded;
    }

    /// <summary>Gets a value that indicates whether there is no table at all, not even one without symbols.</summary>
    public bool IsMissing => _table.IsEmpty;

    /// <summary>The number of symbols; none if there is no table.</summary>
    public int Count => _table.IsEmpty ? 0 : _table[CountOffset];

    byte ISymbolSource.Escape => Escape;

    /// <summary>The bytes of all symbols; a symbol starts below this.</summary>
    public int SymbolBytes => _table.Length - LengthFor(Count, 0);

    /// <summary>The bytes of the whole table.</summary>
    public int Length => _table.Length;

    /// <summary>The same symbols for a faster decoder: of a table that is held in memory; null where the table lies in a document.</summary>
    public ExpandedSymbols? Expanded { get; }

    /// <summary>Two bytes for each symbol.</summary>
    public ReadOnlySpan<byte> Entries => _table.Slice(HeaderSize, 2 * Count);

    /// <summary>The bytes of all symbols, and the padding.</summary>
    public ReadOnlySpan<byte> Symbols => _table[(HeaderSize + (2 * Count))..];

    /// <summary>Opens the table that some bytes begin with; what follows it is left alone.</summary>
    /// <returns>False if the version is unknown, or the bytes are too few for the counts in the header.</returns>
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

    /// <summary>The view of a table that is known to be whole, with its symbols expanded beside it.</summary>
    public static SymbolTableView Of(ReadOnlySpan<byte> table, ExpandedSymbols expanded) => new(table, expanded);

    /// <summary>The symbol of a code below <see cref="Count"/>: its bytes, the first one lowest, followed by others.</summary>
    /// <returns>False if its entry points outside the table.</returns>
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

    /// <summary>Finds the first code whose entry points outside the table; -1 if all entries are sound.</summary>
    public int IndexOfStraySymbol()
    {
        var entries = MemoryMarshal.Cast<byte, ushort>(Entries);
        var end = SymbolBytes << LengthBits;
        return end > 0 ? entries.IndexOfAnyExceptInRange((ushort)0, (ushort)(end - 1)) : entries.IsEmpty ? -1 : 0;
    }

    private static int LengthFor(int count, int symbolBytes) => HeaderSize + (2 * count) + symbolBytes + Padding;
}
