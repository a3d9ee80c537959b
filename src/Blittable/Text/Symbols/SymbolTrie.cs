using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Blittable.Text;

/// <summary>Represents the symbols of a table as a trie whose levels are 256-byte tables. A byte permutation looks up 64 text positions at once.</summary>
/// <remarks>
/// The children of a node are located at <c>row XOR next byte</c>. No two nodes with children have the same row, and rows are chosen so that no two
/// children have the same slot. A slot is therefore a child if it was created for the byte that led to it. A node without its own symbol has
/// the code of the longest symbol on its path. The deepest matching node thus has the code for the text.
/// <code>
/// level 1      Codes[a]    the code of a first byte alone       Rows[a]   the row of its children
/// level n      slot = Rows of level n - 1 [slot there] ^ nth byte
///              is a child if Bytes[slot] == nth byte            then Codes[slot], Rows[slot]
/// any code     Lengths[code]   the number of bytes it covers, 1 without a symbol
/// </code>
/// Nodes without children have row 0. A level with few nodes uses only 128 slots, which take half the lookups. The other 128 slots repeat them.
/// </remarks>
internal sealed class SymbolTrie
{
    public const int TableSize = 256, SmallTableSize = 128;

    /// <summary>The size of a level, and the offsets of its consecutive tables.</summary>
    public const int LevelSize = 3 * TableSize, BytesOffset = 0, CodesOffset = TableSize, RowsOffset = 2 * TableSize;

    /// <summary>The offset of the lengths, after all levels.</summary>
    public const int LengthsOffset = Symbol.MaxLength * LevelSize;

    private readonly AlignedBytes _tables = new(LengthsOffset + TableSize);

    /// <summary>Gets or sets a bit for each level that uses only <see cref="SmallTableSize"/> slots.</summary>
    private uint SmallLevels { get; set; }

    /// <summary>Gets a value that indicates whether all levels from the third on use only <see cref="SmallTableSize"/> slots.</summary>
    public bool AreDeepLevelsSmall => (SmallLevels | 0b111) == 0b1_1111_1111;

    /// <summary>Determines whether a level uses only <see cref="SmallTableSize"/> slots.</summary>
    private bool IsSmall(int level) => (SmallLevels >> level & 1) != 0;

    /// <summary>Gets the tables of all levels, and the lengths.</summary>
    public ReadOnlySpan<byte> Tables => _tables.Span;

    /// <summary>Builds a trie.</summary>
    /// <param name="table">The symbols in the order of their codes. Of two equal symbols, the first is used.</param>
    /// <param name="escape">The code of a byte that starts no symbol.</param>
    /// <returns>Null if a symbol contains a zero, which is the padding after a text, or if the nodes of a level cannot be placed without collisions.
    /// Collisions take more than two hundred nodes.</returns>
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

    /// <summary>Returns the symbols and their codes without duplicates, or null if a symbol contains a zero.</summary>
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

    /// <summary>Repeats the slots of small levels in their upper half, so they can be looked up like large levels.</summary>
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

    /// <summary>Returns a table of a level.</summary>
    /// <param name="level">The level, starting with 1.</param>
    /// <param name="offset">The offset of the table within the level.</param>
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

    /// <summary>Finds the nodes with children at a level, and sorts them by descending number of children.</summary>
    /// <returns>The number of nodes.</returns>
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

    /// <summary>Sorts symbols by their bytes. There are few symbols, and the runtime has no precompiled sort for such pairs.</summary>
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

    /// <summary>Sorts families by descending number of children. The sort is stable.</summary>
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

    /// <summary>Chooses a row for each family: the first unused row in which its children collide with no others.</summary>
    private static bool TryPlace(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols, int level, Span<Family> families, int size)
    {
        var taken = new bool[TableSize];
        var isRow = new bool[TableSize];
        foreach (ref var family in families)
        {
            // The first row is reserved for nodes without children, and the last row for unused slots.
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
        // In a table of half the size, two children of one node can collide: bytes that differ in their highest bit.
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
                    // Symbols are sorted, so the symbol that ends here precedes its extensions.
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

    /// <summary>Returns the first bytes of a symbol as a number with the same sort order.</summary>
    private static ulong KeyOf(Symbol symbol, int length) => BinaryPrimitives.ReverseEndianness(symbol.Bytes) >> (8 * (Symbol.MaxLength - length));

    /// <summary>Represents the position of a symbol in the trie, and the code of the longest symbol on the path.</summary>
    private readonly record struct Node(byte Slot, byte Code);

    /// <summary>Represents a node with children: the range of symbols with its prefix, up to the last that is longer. The range may include shorter
    /// symbols.</summary>
    private struct Family(int first)
    {
        public readonly int First = first;
        public int Last = -1;
        public int Children;
        public byte Row;
    }
}

/// <summary>Represents pinned bytes that start at a cache line. A vector loaded at a multiple of its size never spans two cache lines.</summary>
internal readonly struct AlignedBytes
{
    private const int Alignment = 64;

    private readonly byte[] _array;
    private readonly int _start;
    private readonly int _length;

    public AlignedBytes(int length)
    {
        _array = GC.AllocateArray<byte>(length + Alignment - 1, pinned: true);
        _start = (int)(-Marshal.UnsafeAddrOfPinnedArrayElement(_array, 0) & (Alignment - 1));
        _length = length;
    }

    /// <summary>Gets the address of the bytes, which is valid as long as this instance is reachable.</summary>
    public nint Address => Marshal.UnsafeAddrOfPinnedArrayElement(_array, _start);

    public Span<byte> Span => _array.AsSpan(_start, _length);
}
