using System.Buffers.Binary;

namespace Blittable.Text;

/// <summary>The symbols of a table as a trie, whose levels are tables of 256 bytes: a byte permute looks up 64 places of a text at once.</summary>
/// <remarks>
/// The children of a node lie at <c>row XOR next byte</c>. No two nodes that have children have the same row, and rows are chosen so that no two
/// children meet in a slot: so a slot is a child if the byte that led to it is the one it was made for. A node without a symbol of its own has
/// the code of the longest symbol on the way to it, so that the deepest node which a text leads to has the code.
/// <code>
/// level 1      Codes[a]    the code of a first byte alone       Rows[a]   the row of what follows it
/// level n      slot = Rows of level n - 1 [slot there] ^ nth byte
///              is a child if Bytes[slot] == nth byte            then Codes[slot], Rows[slot]
/// any code     Lengths[code]   the bytes that it covers, 1 for none
/// </code>
/// Row 0 is that of nodes without children. Of a level with few nodes only 128 slots are used: they take half the lookups. The other 128 repeat them.
/// </remarks>
internal sealed class SymbolTrie
{
    public const int TableSize = 256, SmallTableSize = 128;

    /// <summary>A level's tables lie one after the other.</summary>
    public const int LevelSize = 3 * TableSize, BytesOffset = 0, CodesOffset = TableSize, RowsOffset = 2 * TableSize;

    /// <summary>Behind all levels.</summary>
    public const int LengthsOffset = Symbol.MaxLength * LevelSize;

    private readonly AlignedBytes _tables = new(LengthsOffset + TableSize);

    /// <summary>A bit for each level of which only <see cref="SmallTableSize"/> slots are used.</summary>
    private uint SmallLevels { get; set; }

    /// <summary>Gets a value that indicates whether that is so of all levels from the third on.</summary>
    public bool AreDeepLevelsSmall => (SmallLevels | 0b111) == 0b1_1111_1111;

    /// <summary>Determines whether only <see cref="SmallTableSize"/> slots of a level are used.</summary>
    private bool IsSmall(int level) => (SmallLevels >> level & 1) != 0;

    /// <summary>The tables of all levels, and the lengths.</summary>
    public ReadOnlySpan<byte> Tables => _tables.Span;

    /// <summary>Builds a trie.</summary>
    /// <param name="table">The symbols in the order of their codes. If two are equal, the first one is used.</param>
    /// <param name="escape">The code of a byte that begins no symbol.</param>
    /// <returns>Null if a symbol has a zero, as stand after the end of a text, or the nodes of a level find no place beside each other, which takes more
    /// than two hundred of them.</returns>
    public static SymbolTrie? TryBuild(ReadOnlySpan<Symbol> table, byte escape)
    {
        if (Distinct(table) is not { } distinct)
        {
            return null;
        }

        Span<(Symbol Symbol, byte Code)> symbols = distinct;
        Sort(symbols);
        var trie = new SymbolTrie();
        var nodes = new Node[symbols.Length];
        trie.WriteFirstLevel(symbols, nodes, escape);
        var families = new Family[symbols.Length];
        for (var level = 2; level <= Symbol.MaxLength; level++)
        {
            var some = families.AsSpan(0, FindFamilies(symbols, level, families));
            if (TryPlace(symbols, level, some, SmallTableSize))
            {
                trie.SmallLevels |= 1u << level;
                trie.WriteLevel(symbols, level, some, nodes, SmallTableSize);
            }
            else if (TryPlace(symbols, level, some, TableSize))
            {
                trie.WriteLevel(symbols, level, some, nodes, TableSize);
            }
            else
            {
                return null;
            }
        }

        trie.RepeatSmallLevels();
        return trie;
    }

    /// <summary>The symbols and their codes, none of them twice; null if one has a zero.</summary>
    private static (Symbol Symbol, byte Code)[]? Distinct(ReadOnlySpan<Symbol> table)
    {
        var symbols = new (Symbol Symbol, byte Code)[table.Length];
        var count = 0;
        for (var code = 0; code < table.Length; code++)
        {
            var symbol = table[code];
            for (var i = 0; i < symbol.Length; i++)
            {
                if (symbol.ByteAt(i) == 0)
                {
                    return null;
                }
            }

            if (!table[..code].Contains(symbol))
            {
                symbols[count++] = (symbol, (byte)code);
            }
        }

        return symbols[..count];
    }

    /// <summary>Gives slots of small levels another time above, so that they can be looked up like those of large ones.</summary>
    private void RepeatSmallLevels()
    {
        for (var level = 2; level <= Symbol.MaxLength; level++)
        {
            if (IsSmall(level))
            {
                for (var offset = 0; offset < LevelSize; offset += TableSize)
                {
                    var table = Table(level, offset);
                    table[..SmallTableSize].CopyTo(table[SmallTableSize..]);
                }
            }
        }
    }

    /// <summary>A table of a level.</summary>
    /// <param name="level">The level, from 1 on.</param>
    /// <param name="offset">Where the table lies within the level.</param>
    public Span<byte> Table(int level, int offset) => _tables.Span.Slice(((level - 1) * LevelSize) + offset, TableSize);

    private void WriteFirstLevel(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, Span<Node> nodes, byte escape)
    {
        var codes = Table(1, CodesOffset);
        var lengths = _tables.Span[LengthsOffset..];
        for (var i = 0; i < TableSize; i++)
        {
            codes[i] = escape;
            lengths[i] = 1;
        }

        foreach (var (symbol, code) in symbols)
        {
            lengths[code] = (byte)symbol.Length;
            if (symbol.Length == 1)
            {
                codes[symbol.First] = code;
            }
        }

        for (var i = 0; i < symbols.Length; i++)
        {
            nodes[i] = new Node(symbols[i].Symbol.First, codes[symbols[i].Symbol.First]);
        }
    }

    /// <summary>Finds the nodes that symbols of a level go on from, those with most children first.</summary>
    /// <returns>How many there are.</returns>
    private static int FindFamilies(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, int level, Span<Family> families)
    {
        var count = 0;
        for (var i = 0; i < symbols.Length; i++)
        {
            var symbol = symbols[i].Symbol;
            if (symbol.Length < level)
            {
                continue;
            }

            if (count == 0 || KeyOf(symbols[families[count - 1].First].Symbol, level - 1) != KeyOf(symbol, level - 1))
            {
                families[count++] = new Family(i);
            }

            ref var family = ref families[count - 1];
            if (family.Last < 0 || KeyOf(symbols[family.Last].Symbol, level) != KeyOf(symbol, level))
            {
                family.Children++;
            }

            family.Last = i;
        }

        SortByChildren(families[..count]);
        return count;
    }

    /// <summary>Puts symbols in the order of their bytes. They are few, and the runtime has no sort of such pairs that is compiled already.</summary>
    private static void Sort(Span<(Symbol Symbol, byte Code)> symbols)
    {
        var keys = new ulong[symbols.Length];
        for (var i = 0; i < symbols.Length; i++)
        {
            var symbol = symbols[i];
            var key = KeyOf(symbol.Symbol, Symbol.MaxLength);
            var place = i;
            for (; place > 0 && keys[place - 1] > key; place--)
            {
                keys[place] = keys[place - 1];
                symbols[place] = symbols[place - 1];
            }

            keys[place] = key;
            symbols[place] = symbol;
        }
    }

    /// <summary>Puts families with more children first, and leaves the others in their order.</summary>
    private static void SortByChildren(Span<Family> families)
    {
        for (var i = 1; i < families.Length; i++)
        {
            var family = families[i];
            var place = i;
            for (; place > 0 && families[place - 1].Children < family.Children; place--)
            {
                families[place] = families[place - 1];
            }

            families[place] = family;
        }
    }

    /// <summary>Chooses a row for each family: the first one that no other has, and in which its children meet nobody.</summary>
    private static bool TryPlace(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, int level, Span<Family> families, int size)
    {
        var taken = new bool[TableSize];
        var isRow = new bool[TableSize];
        foreach (ref var family in families)
        {
            // The first row is that of nodes without children, and the last one that of slots nobody has.
            var row = 1;
            while (row < size - 1 && (isRow[row] || !Fits(symbols, level, family, row, size, taken)))
            {
                row++;
            }

            if (row == size - 1)
            {
                return false;
            }

            isRow[row] = true;
            family.Row = (byte)row;
            for (var i = family.First; i <= family.Last; i++)
            {
                if (symbols[i].Symbol.Length >= level)
                {
                    taken[SlotOf(symbols[i].Symbol, level, row, size)] = true;
                }
            }
        }

        return true;
    }

    private static bool Fits(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, int level, Family family, int row, int size, ReadOnlySpan<bool> taken)
    {
        // In a table of half the size two children of one node can meet: bytes that differ in their highest bit.
        var previous = -1;
        var own = UInt128.Zero;
        for (var i = family.First; i <= family.Last; i++)
        {
            var symbol = symbols[i].Symbol;
            if (symbol.Length < level || symbol.ByteAt(level - 1) == previous)
            {
                continue;
            }

            previous = symbol.ByteAt(level - 1);
            var slot = SlotOf(symbol, level, row, size);
            var bit = size == SmallTableSize ? UInt128.One << slot : UInt128.Zero;
            if (taken[slot] || (own & bit) != UInt128.Zero)
            {
                return false;
            }

            own |= bit;
        }

        return true;
    }

    private void WriteLevel(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, int level, ReadOnlySpan<Family> families, Span<Node> nodes, int size)
    {
        var bytes = Table(level, BytesOffset);
        var codes = Table(level, CodesOffset);
        var rows = Table(level - 1, RowsOffset);
        for (var slot = 0; slot < TableSize; slot++)
        {
            bytes[slot] = (byte)(slot ^ (size - 1));
        }

        foreach (var family in families)
        {
            rows[nodes[family.First].Slot] = family.Row;
            for (var i = family.First; i <= family.Last; i++)
            {
                var (symbol, code) = symbols[i];
                if (symbol.Length >= level)
                {
                    // Symbols are in order: the one that ends here comes before those that go on.
                    var slot = SlotOf(symbol, level, family.Row, size);
                    var isNew = bytes[slot] != symbol.ByteAt(level - 1);
                    codes[slot] = symbol.Length == level ? code : isNew ? nodes[i].Code : codes[slot];
                    bytes[slot] = symbol.ByteAt(level - 1);
                    nodes[i] = new Node((byte)slot, codes[slot]);
                }
            }
        }
    }

    private static int SlotOf(Symbol symbol, int level, int row, int size) => (row ^ symbol.ByteAt(level - 1)) & (size - 1);

    /// <summary>The first bytes of a symbol as a number that sorts as they do.</summary>
    private static ulong KeyOf(Symbol symbol, int length) => BinaryPrimitives.ReverseEndianness(symbol.Bytes) >> (8 * (Symbol.MaxLength - length));

    /// <summary>Where a symbol has been followed to, and the code of the longest symbol on the way.</summary>
    private readonly record struct Node(byte Slot, byte Code);

    /// <summary>A node with children: the symbols that begin like it, among which are shorter ones, from the first to the last that goes on.</summary>
    private struct Family(int first)
    {
        public readonly int First = first;
        public int Last = -1;
        public int Children;
        public byte Row;
    }
}
