using System.Runtime.InteropServices;

namespace Blittable.Text;

/// <summary>Represents the symbols of a table as an automaton that reads a text byte by byte and outputs the codes of the longest symbols.</summary>
/// <remarks>
/// A state is the text that has been read but not encoded: a node of the symbols' trie. A byte with a child node produces no code. Any other byte settles
/// the longest symbol at the start of the node. The rest of the node is read again, which may settle more symbols, followed by the byte.
/// All of this is precomputed. The codes that a state can settle form one list, and a byte settles the first codes of the list. Each byte takes one
/// lookup, whose address depends only on the byte and the previous lookup. These are the failure links of Aho and Corasick (Communications of the ACM
/// 18, 1975), which Song et al. (Fast WordPiece Tokenization, EMNLP 2021) extend to greedy longest matches.
/// <code>
/// 0       for each of 256 bytes the address of its entry in the row of state 0, 8 bytes per address
/// 2,048   nine planes, each with a row of 64 bytes for every state. The first row of a state begins with 16 bytes of codes: up to 14 codes that it can
///         settle, and in the last byte their number, which the end of a text settles. 24 16-bit entries follow, and 32 in each other row: from bit 4 on
///         the next state, in the bits below the number of settled bytes of codes
/// </code>
/// In state 0, everything is settled. In state 1 + b, byte b has been read. The bytes that occur in most symbols have entries in the first rows. A row is a
/// cache line, so only few lines of each state are used frequently.
/// </remarks>
internal sealed class SymbolAutomaton
{
    /// <summary>The number of bits of an entry below the state.</summary>
    public const int CountBits = 4;

    /// <summary>The mask of the number of bytes of codes that a byte of text settles.</summary>
    public const int CountMask = (1 << CountBits) - 1;

    /// <summary>The base-2 logarithm of the size in bytes of a row. <see cref="RowScale"/> scales the state in an entry to it.</summary>
    public const int RowBits = 6;

    /// <summary>The factor that converts an entry without its count to the offset of its state's row in a plane.</summary>
    public const int RowScale = 1 << (RowBits - CountBits);

    /// <summary>The number of bytes of codes in a state. The last byte stores the number of valid ones.</summary>
    public const int CodesSize = 16;

    /// <summary>The offset of the codes of state 0 from the addresses of the columns.</summary>
    public const int CodesOffset = 256 * sizeof(long);

    private readonly AlignedBytes _tables;

    /// <summary>Creates an automaton.</summary>
    /// <param name="symbols">The symbols in the order of their codes. Of two equal symbols, the first is used.</param>
    /// <param name="escape">The code that precedes one verbatim byte.</param>
    public SymbolAutomaton(ReadOnlySpan<Symbol> symbols, byte escape) => _tables = SymbolAutomatonBuilder.Build(symbols, escape);

    /// <summary>Gets the address of the column addresses, which precede the rows. The memory is pinned while the automaton is reachable.</summary>
    public nint Address => _tables.Address;
}

/// <summary>Builds the tables of a <see cref="SymbolAutomaton"/>, which documents the layout and the method.</summary>
/// <remarks>
/// Most processes that write documents build an automaton before the runtime has optimized this code. It therefore has few methods, uses plain
/// arrays instead of generic collections, and copies rows four entries at a time.
/// </remarks>
internal sealed class SymbolAutomatonBuilder
{
    private const int ByteValues = 256;

    /// <summary>The number of entries of a row, and the number of entries that the first plane lacks.</summary>
    private const int RowEntries = (1 << SymbolAutomaton.RowBits) / sizeof(ushort), MissingEntries = SymbolAutomaton.CodesSize / sizeof(ushort);

    private const int Planes = (ByteValues + MissingEntries + RowEntries - 1) / RowEntries;

    private const int WordEntries = sizeof(ulong) / sizeof(ushort);

    private readonly Node[] _nodes;
    private readonly AlignedBytes _tables;
    private readonly byte _escape;

    /// <summary>The index of each byte's entry in the row of state 0.</summary>
    private readonly int[] _places = new int[ByteValues];

    private int _count = 1 + ByteValues;

    private SymbolAutomatonBuilder(ReadOnlySpan<Symbol> symbols, byte escape)
    {
        _escape = escape;
        var most = _count;
        foreach (var symbol in symbols)
        {
            most += symbol.Length - 1;
        }

        _nodes = new Node[most];
        var uses = new int[ByteValues];
        AddNodes(symbols, uses);
        _tables = new AlignedBytes(SymbolAutomaton.CodesOffset + (Planes * _count << SymbolAutomaton.RowBits));
        PlaceColumns(uses);
    }

    private Span<ushort> Rows => MemoryMarshal.Cast<byte, ushort>(_tables.Span[SymbolAutomaton.CodesOffset..]);

    /// <summary>Builds the tables.</summary>
    /// <param name="symbols">The symbols in the order of their codes.</param>
    /// <param name="escape">The code that precedes one verbatim byte.</param>
    public static AlignedBytes Build(ReadOnlySpan<Symbol> symbols, byte escape)
    {
        var builder = new SymbolAutomatonBuilder(symbols, escape);
        var rows = builder.Rows;
        for (var value = 0; value < ByteValues; value++)
        {
            rows[builder._places[value]] = EntryOf(1 + value);
        }

        // Text that is read again is shorter than the node, so its states are complete.
        for (var depth = 1; depth <= Symbol.MaxLength; depth++)
        {
            for (var state = 1; state < builder._count; state++)
            {
                if (builder._nodes[state].Length == depth)
                {
                    builder.Finish(state);
                }
            }
        }

        return builder._tables;
    }

    private static ushort EntryOf(int state) => (ushort)(state << SymbolAutomaton.CountBits);

    private Span<byte> CodesOf(int state) =>
        _tables.Span.Slice(SymbolAutomaton.CodesOffset + (state << SymbolAutomaton.RowBits), SymbolAutomaton.CodesSize);

    private void AddNodes(ReadOnlySpan<Symbol> symbols, int[] uses)
    {
        for (var value = 0; value < ByteValues; value++)
        {
            _nodes[1 + value] = new Node { Bytes = (uint)value, Length = 1, Code = -1, Longest = -1, LongestLength = 1 };
        }

        for (var code = 0; code < symbols.Length; code++)
        {
            var bytes = symbols[code].Bytes;
            var length = symbols[code].Length;
            var state = 1 + (byte)bytes;
            uses[(byte)bytes]++;
            for (var depth = 2; depth <= length; depth++)
            {
                uses[(byte)(bytes >> (8 * (depth - 1)))]++;
                state = ChildOf(state, bytes & (ulong.MaxValue >> (64 - (8 * depth))), depth);
            }

            ref var node = ref _nodes[state];
            if (node.Code < 0)
            {
                node.Code = node.Longest = code;
                node.LongestLength = length;
            }
        }
    }

    private int ChildOf(int parent, ulong bytes, int length)
    {
        var first = _nodes[parent].FirstChild;
        for (var state = first; state != 0; state = _nodes[state].Sibling)
        {
            if (_nodes[state].Bytes == bytes)
            {
                return state;
            }
        }

        _nodes[_count] = new Node { Bytes = bytes, Length = length, Code = -1, Longest = -1, LongestLength = 1, Sibling = first };
        _nodes[parent].FirstChild = _count;
        return _count++;
    }

    /// <summary>Assigns the first columns to the bytes in most symbols, so frequently used entries are adjacent.</summary>
    private void PlaceColumns(int[] uses)
    {
        var order = new int[ByteValues];
        for (var value = 0; value < ByteValues; value++)
        {
            order[value] = (-uses[value] << 8) | value;
        }

        Array.Sort(order);
        var columns = MemoryMarshal.Cast<byte, long>(_tables.Span[..SymbolAutomaton.CodesOffset]);
        for (var i = 0; i < ByteValues; i++)
        {
            var value = (byte)order[i];
            var (plane, column) = Math.DivRem(MissingEntries + i, RowEntries);
            _places[value] = (plane * _count * RowEntries) + column;
            columns[value] = _tables.Address + SymbolAutomaton.CodesOffset + (_places[value] * sizeof(ushort));
        }
    }

    /// <summary>Writes the codes of a state and its entries.</summary>
    private void Finish(int state)
    {
        var node = _nodes[state];
        var rows = Rows;
        var codes = CodesOf(state);
        var count = 0;
        codes[count++] = node.Longest < 0 ? _escape : (byte)node.Longest;
        if (node.Longest < 0)
        {
            codes[count++] = (byte)node.Bytes;
        }

        var behind = 0;
        for (var i = node.LongestLength; i < node.Length; i++)
        {
            var entry = rows[_places[(byte)(node.Bytes >> (8 * i))] + (behind * RowEntries)];
            var settled = entry & SymbolAutomaton.CountMask;
            CodesOf(behind)[..settled].CopyTo(codes[count..]);
            count += settled;
            behind = entry >> SymbolAutomaton.CountBits;
        }

        var codesBehind = CodesOf(behind);
        var more = codesBehind[SymbolAutomaton.CodesSize - 1];
        codesBehind[..more].CopyTo(codes[count..]);
        codes[SymbolAutomaton.CodesSize - 1] = (byte)(count + more);
        CopyRow(behind, state, count);
        for (var child = node.FirstChild; child != 0; child = _nodes[child].Sibling)
        {
            ref var next = ref _nodes[child];
            rows[_places[(byte)(next.Bytes >> (8 * (next.Length - 1)))] + (state * RowEntries)] = EntryOf(child);
            if (next.Code < 0)
            {
                next.Longest = node.Longest;
                next.LongestLength = node.LongestLength;
            }
        }
    }

    /// <summary>Copies the entries of another state, and adds a number of bytes of codes to each.</summary>
    private void CopyRow(int from, int to, int count)
    {
        const int RowWords = RowEntries / WordEntries;
        var words = MemoryMarshal.Cast<byte, ulong>(_tables.Span[SymbolAutomaton.CodesOffset..]);

        // No count exceeds its bits, so no addition carries into the next entry.
        var counts = 0x0001000100010001UL * (uint)count;
        for (var plane = 0; plane < Planes; plane++)
        {
            var source = ((plane * _count) + from) * RowWords;
            var target = ((plane * _count) + to) * RowWords;
            for (var i = plane == 0 ? MissingEntries / WordEntries : 0; i < RowWords; i++)
            {
                words[target + i] = words[source + i] + counts;
            }
        }
    }

    /// <summary>Represents a node of the symbols' trie.</summary>
    private struct Node
    {
        /// <summary>The bytes on the path to the node with the first byte lowest, and their number.</summary>
        public ulong Bytes;

        public int Length;

        /// <summary>The code of the node's symbol, or -1.</summary>
        public int Code;

        /// <summary>The code of the longest symbol at the start of the node, or -1, and its length, or 1 if there is no symbol.</summary>
        public int Longest, LongestLength;

        public int FirstChild, Sibling;
    }
}
