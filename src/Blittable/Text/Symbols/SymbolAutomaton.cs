namespace Blittable.Text;

/// <summary>The symbols of a table as an automaton that takes a text byte by byte and gives the codes of the longest symbols.</summary>
/// <remarks>
/// A state is the text that has been read and has no code yet: a node of the symbols' trie. A byte that leads on in the trie gives no code. Any other settles
/// the longest symbol that the node begins with; the rest of the node is read again, which may settle more symbols, and then the byte.
/// All of that is known beforehand. So the codes that a state can settle are one list, of which a byte settles the first ones, and each byte takes one
/// lookup, whose address depends on nothing but the byte and the lookup before. These are the failure links of Aho and Corasick (Communications of the ACM
/// 18, 1975), which Song and others (Fast WordPiece Tokenization, EMNLP 2021) lead to greedy longest matches.
/// <code>
/// 0       for each of 256 bytes the address of its entry in the row of state 0, 8 bytes an address
/// 2,048   nine planes, in each a row of 64 bytes for every state. The first row of a state begins with 16 bytes of codes: those it can settle, up to 14,
///         and in the last how many they are, which the end of a text settles. 24 entries follow, and 32 in each other row, of 16 bits: from bit 4 on the
///         next state, below it how many bytes of codes are settled
/// </code>
/// State 0 is that in which all is settled, state 1 + b that in which byte b has been read. Bytes that many symbols have lie in the first rows, and a row is
/// a cache line: so few lines of each state are used often.
/// </remarks>
internal sealed class SymbolAutomaton
{
    /// <summary>An entry's bits below the state.</summary>
    public const int CountBits = 4;

    /// <summary>The bytes of codes that a byte of text settles.</summary>
    public const int CountMask = (1 << CountBits) - 1;

    /// <summary>Bytes of a row in a plane, as a power of two; an entry's state is scaled to it by <see cref="RowScale"/>.</summary>
    public const int RowBits = 6;

    /// <summary>What an entry without its count is multiplied by to give where the row of its state lies in a plane.</summary>
    public const int RowScale = 1 << (RowBits - CountBits);

    /// <summary>Bytes of codes that a state has, of which the last says how many count.</summary>
    public const int CodesSize = 16;

    /// <summary>Where the codes of state 0 are, from where the addresses of the columns are.</summary>
    public const int CodesOffset = 256 * sizeof(long);

    private readonly AlignedBytes _tables;

    /// <summary>Builds an automaton.</summary>
    /// <param name="symbols">The symbols in the order of their codes. If two are equal, the first one is used.</param>
    /// <param name="escape">The code that announces one verbatim byte.</param>
    public SymbolAutomaton(ReadOnlySpan<Symbol> symbols, byte escape) => _tables = SymbolAutomatonBuilder.Build(symbols, escape);

    /// <summary>Where the addresses of the columns and, after them, the rows begin; they do not move while the automaton is in use.</summary>
    public nint Address => _tables.Address;
}
