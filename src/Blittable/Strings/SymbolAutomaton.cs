using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of a <see cref="SymbolEncoder"/> as an automaton that takes a text byte by byte and gives the codes of the longest symbols.</summary>
/// <remarks>
/// A state is what has been read and has no code yet: a node of the symbols' trie. A byte that leads on in the trie gives no code. Any other settles
/// the longest symbol that the node begins with; what of the node is behind that symbol is read again, which may settle more, and then the byte.
/// All of that is known beforehand. So the codes that a state can settle are one text, of which a byte settles the first ones, and each byte takes one
/// lookup, whose address depends on the lookup before and on nothing else. These are the failure links of Aho and Corasick (Communications of the ACM
/// 18, 1975), which Song and others (Fast WordPiece Tokenization, EMNLP 2021) lead to greedy longest matches.
/// <code>
/// 0       for each of 256 bytes the address of its entry in the row of state 0, 8 bytes an address
/// 2,048   nine planes, in each a row of 64 bytes for every state. The first row of a state begins with 16 bytes of codes: those it can settle, up to 14,
///         and in the last how many they are, which the end of a text settles. 24 entries follow, and 32 in each other row, of 16 bits: from bit 4 on the
///         next state, below it how many bytes of codes are settled
/// </code>
/// State 0 is that in which all is settled, state 1 + b that in which byte b has been read. Bytes that many symbols have lie in the first rows, and a row is
/// a line of the cache: the lines of a state that are often asked for are few.
/// </remarks>
internal sealed class SymbolAutomaton
{
    /// <summary>An entry's bits below the state.</summary>
    public const int CountBits = 4;

    /// <summary>The bytes of codes that a byte of text settles.</summary>
    public const int CountMask = (1 << CountBits) - 1;

    /// <summary>Bytes of a row in a plane, as a power of two; an entry's state is scaled to it by <see cref="RowScale"/>.</summary>
    private const int RowBits = 6;

    /// <summary>What an entry without its count is multiplied by to give where the row of its state lies in a plane.</summary>
    public const int RowScale = 1 << (RowBits - CountBits);

    /// <summary>Bytes of codes that a state has, of which the last says how many count.</summary>
    public const int CodesSize = 16;

    private const int ByteValues = 256;

    /// <summary>Where the codes of state 0 are, from where the addresses of the columns are.</summary>
    public const int CodesOffset = ByteValues * sizeof(long);

    /// <summary>Entries of a row, and those that are missing in the first plane.</summary>
    private const int RowEntries = (1 << RowBits) / sizeof(ushort), MissingEntries = CodesSize / sizeof(ushort);

    private const int Planes = (ByteValues + MissingEntries + RowEntries - 1) / RowEntries;

    private readonly List<Node> _nodes = [];
    private readonly AlignedBytes _tables;

    /// <summary>For each byte its entry in the row of state 0.</summary>
    private readonly int[] _places = new int[ByteValues];

    /// <summary>Builds an automaton.</summary>
    /// <param name="symbols">The symbols and their codes; no two of three bytes and more begin with the same three, and none has a zero.</param>
    public SymbolAutomaton(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols)
    {
        var uses = new int[ByteValues];
        AddNodes(symbols, uses);
        _tables = new AlignedBytes(CodesOffset + (Planes * _nodes.Count << RowBits));
        PlaceColumns(uses);
        var rows = Rows;
        for (var value = 0; value < ByteValues; value++)
        {
            rows[_places[value]] = EntryOf(1 + value);
        }

        // What is read again is shorter than the node, so its states are finished.
        for (var depth = 1; depth <= Symbol.MaxLength; depth++)
        {
            for (var state = 1; state < _nodes.Count; state++)
            {
                if (_nodes[state].Text.Length == depth)
                {
                    Finish(state);
                }
            }
        }
    }

    /// <summary>Where the addresses of the columns and, behind them, the rows begin; they do not move while the automaton is in use.</summary>
    public nint Address => _tables.Address;

    private Span<ushort> Rows => MemoryMarshal.Cast<byte, ushort>(_tables.Span[CodesOffset..]);

    private static ushort EntryOf(int state) => (ushort)(state << CountBits);

    private Span<byte> CodesOf(int state) => _tables.Span.Slice(CodesOffset + (state << RowBits), CodesSize);

    private ushort Next(int state, byte value) => Rows[_places[value] + (state * RowEntries)];

    private void AddNodes(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, Span<int> uses)
    {
        _nodes.Add(default);
        for (var value = 0; value < ByteValues; value++)
        {
            _nodes.Add(new Node(Symbol.Of((byte)value)));
        }

        foreach (var (symbol, code) in symbols)
        {
            var state = 1 + symbol.First;
            uses[symbol.First]++;
            for (var length = 2; length <= symbol.Length; length++)
            {
                uses[symbol.ByteAt(length - 1)]++;
                state = ChildOf(state, Symbol.Of(symbol.Bytes, length));
            }

            // Where a table has a symbol twice, the code is the one that SymbolEncoder has.
            var node = _nodes[state];
            if (node.Code < 0 || symbol.Length == 2)
            {
                _nodes[state] = node with { Code = code, Longest = code, LongestLength = symbol.Length };
            }
        }
    }

    private int ChildOf(int parent, Symbol text)
    {
        for (var state = _nodes[parent].FirstChild; state != 0; state = _nodes[state].Sibling)
        {
            if (_nodes[state].Text == text)
            {
                return state;
            }
        }

        _nodes.Add(new Node(text) { Sibling = _nodes[parent].FirstChild });
        _nodes[parent] = _nodes[parent] with { FirstChild = _nodes.Count - 1 };
        return _nodes.Count - 1;
    }

    /// <summary>Gives the bytes that most symbols have the first columns, so that what is often looked up lies together.</summary>
    private void PlaceColumns(ReadOnlySpan<int> uses)
    {
        Span<(int Uses, int Value)> order = stackalloc (int, int)[ByteValues];
        for (var value = 0; value < ByteValues; value++)
        {
            order[value] = (-uses[value], value);
        }

        order.Sort();
        var columns = MemoryMarshal.Cast<byte, long>(_tables.Span[..CodesOffset]);
        for (var i = 0; i < ByteValues; i++)
        {
            var value = order[i].Value;
            var (plane, column) = Math.DivRem(MissingEntries + i, RowEntries);
            _places[value] = (plane * _nodes.Count * RowEntries) + column;
            columns[value] = Address + CodesOffset + (_places[value] * sizeof(ushort));
        }
    }

    /// <summary>Writes the codes of a state and its entries.</summary>
    private void Finish(int state)
    {
        var node = _nodes[state];
        var codes = CodesOf(state);
        var count = 0;
        codes[count++] = node.Longest < 0 ? SymbolTableView.Escape : (byte)node.Longest;
        if (node.Longest < 0)
        {
            codes[count++] = node.Text.First;
        }

        var behind = 0;
        for (var i = node.LongestLength; i < node.Text.Length; i++)
        {
            var entry = Next(behind, node.Text.ByteAt(i));
            CodesOf(behind)[..(entry & CountMask)].CopyTo(codes[count..]);
            count += entry & CountMask;
            behind = entry >> CountBits;
        }

        var more = CodesOf(behind)[CodesSize - 1];
        CodesOf(behind)[..more].CopyTo(codes[count..]);
        codes[CodesSize - 1] = (byte)(count + more);
        CopyRow(behind, state, count);
        for (var child = node.FirstChild; child != 0; child = _nodes[child].Sibling)
        {
            var text = _nodes[child].Text;
            Rows[_places[text.ByteAt(text.Length - 1)] + (state * RowEntries)] = EntryOf(child);
            if (_nodes[child].Code < 0)
            {
                _nodes[child] = _nodes[child] with { Longest = node.Longest, LongestLength = node.LongestLength };
            }
        }
    }

    /// <summary>Makes a state go where another goes, with so many more bytes of codes.</summary>
    private void CopyRow(int from, int to, int count)
    {
        for (var plane = 0; plane < Planes; plane++)
        {
            var rows = Rows[(plane * _nodes.Count * RowEntries)..];
            for (var i = plane == 0 ? MissingEntries : 0; i < RowEntries; i += Vector128<ushort>.Count)
            {
                var entries = Vector128.Create<ushort>(rows[((from * RowEntries) + i)..]);
                (entries + Vector128.Create((ushort)count)).CopyTo(rows[((to * RowEntries) + i)..]);
            }
        }
    }

    /// <summary>A node of the trie.</summary>
    /// <param name="Text">The bytes that lead to it.</param>
    private readonly record struct Node(Symbol Text)
    {
        /// <summary>Its code if it is a symbol, else -1.</summary>
        public int Code { get; init; } = -1;

        /// <summary>The code of the longest symbol that it begins with, -1 for none, and that symbol's length, 1 for none.</summary>
        public int Longest { get; init; } = -1;

        public int LongestLength { get; init; } = 1;

        public int FirstChild { get; init; }

        public int Sibling { get; init; }
    }
}
