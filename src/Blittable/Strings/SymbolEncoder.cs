using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table: at each step the longest symbol that is found by its first three bytes, then by two, then by one.</summary>
/// <remarks>
/// As in FSST (Boncz, Neumann, Leis: PVLDB 13, 2020) symbols of three bytes and more lie in a hash table with one place for each
/// value of the first three bytes; where two symbols meet, the one with the lower code stays, and the other is not used.
/// Symbols of one and two bytes lie in a table of all pairs.
/// </remarks>
internal sealed class SymbolEncoder
{
    /// <summary>The places for symbols of three bytes and more.</summary>
    public const int SlotCount = 1 << SlotBits;

    /// <summary>Places are found by this many bits of a product.</summary>
    public const int SlotBits = 10;

    /// <summary>The bytes of a <see cref="Slot"/>, as a power of two.</summary>
    public const int SlotSizeBits = 4;

    /// <summary>
    /// What an entry says beside the code in its lowest byte: whether a longer symbol may start like this, the bytes of text that it
    /// covers, 1 to 8, and above these whether it is an escape.
    /// </summary>
    public const int GoesOn = 1 << 8, LengthShift = 9, LengthMask = 0xF, EscapeShift = 13;

    /// <summary>Texts from this length on are taken by the automaton even where symbols are long, as it takes three lanes of them at once.</summary>
    private const int LeastForLongSymbols = 64;

    private const int EscapeFlag = 1 << EscapeShift;

    /// <summary>An odd constant that spreads the low 24 bits over the high ones: 2^32 divided by the golden ratio.</summary>
    public const uint Multiplier = 2654435769;

    /// <summary>For two bytes, the first one lowest, the entry of the symbol of both or of the first, or an escape.</summary>
    private readonly ushort[] _pairs = new ushort[1 << 16];

    private readonly Slot[] _slots = new Slot[SlotCount];

    /// <summary>Whether most symbols are single bytes, as for scripts of three bytes a character.</summary>
    private readonly bool _isMostlySingles;

    /// <summary>The same symbols for the vector kernel, where there is one.</summary>
    private readonly WindowSymbols? _window;

    /// <summary>The same symbols for texts of bytes in turn, where there is no vector kernel.</summary>
    private readonly SymbolAutomaton? _automaton;

    /// <summary>From this many bytes on the automaton is faster than one symbol after the other, whose lengths are guessed.</summary>
    private readonly int _minAutomatonLength;

    /// <summary>From this many bytes on the vector kernel, which takes the same time for any 64 bytes, is faster than one symbol after the other.</summary>
    private readonly int _minVectorLength;

    public SymbolEncoder(ReadOnlySpan<Symbol> symbols)
    {
        Array.Fill(_pairs, (ushort)(EscapeFlag | (1 << LengthShift) | SymbolTableView.Escape));
        Array.Fill(_slots, Slot.Free);
        Span<(Symbol, byte)> used = stackalloc (Symbol, byte)[symbols.Length];
        var count = 0;
        for (var code = 0; code < symbols.Length; code++)
        {
            if (TryAdd(symbols[code], code))
            {
                used[count++] = (symbols[code], (byte)code);
            }
        }

        _window = SymbolVectorKernel.IsSupported ? WindowSymbols.TryBuild(used[..count]) : null;
        if (_window is null)
        {
            _automaton = new SymbolAutomaton(used[..count]);
            _minAutomatonLength = AreLong(used[..count]) ? LeastForLongSymbols : 0;
        }

        _minVectorLength = MinVectorLength(symbols);
        var singles = 0;
        foreach (var symbol in symbols)
        {
            if (symbol.Length > 2)
            {
                _pairs[symbol.FirstTwo] |= GoesOn;
            }

            singles += symbol.Length == 1 ? 1 : 0;
        }

        _isMostlySingles = 2 * singles > symbols.Length;
    }

    /// <summary>The entries of all pairs.</summary>
    public ushort[] Pairs => _pairs;

    /// <summary>The places of symbols of three bytes and more.</summary>
    public Slot[] Slots => _slots;

    /// <summary>Compresses a text: each code is that of the longest symbol there is, whichever way it is found.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least two bytes for each of the text; 64 more make this faster.</param>
    /// <returns>Bytes written.</returns>
    public int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (_window is not null)
        {
            if (text.Length >= _minVectorLength && destination.Length >= (2 * text.Length) + SymbolVectorKernel.Slack)
            {
                return SymbolVectorKernel.Encode(_window, text, destination);
            }
        }
        else if (text.Length >= _minAutomatonLength && destination.Length >= (2 * text.Length) + SymbolAutomatonKernel.Slack)
        {
            return SymbolAutomatonKernel.Encode(_automaton!, text, destination);
        }

        return _isMostlySingles ? SymbolEncoderKernel.EncodeShortSymbols(this, text, destination) : SymbolEncoderKernel.EncodeInTurn(this, text, destination);
    }

    /// <summary>The place of a symbol with these first three bytes, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int SlotOf(uint firstThree) => (int)((firstThree * Multiplier) >> (32 - SlotBits));

    /// <summary>Some three symbols: what a symbol covers in a text is judged by the first ones, which are the most useful.</summary>
    private static int MinVectorLength(ReadOnlySpan<Symbol> symbols)
    {
        const int First = 64, Codes = 3;
        var bytes = 0;
        var first = symbols[..Math.Min(First, symbols.Length)];
        foreach (var symbol in first)
        {
            bytes += symbol.Length;
        }

        return first.IsEmpty ? Codes : Codes * bytes / first.Length;
    }

    /// <summary>Whether a symbol covers so much that one lookup a symbol takes less time than one a byte.</summary>
    private static bool AreLong(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols)
    {
        var bytes = 0;
        foreach (var (symbol, _) in symbols)
        {
            bytes += symbol.Length;
        }

        return 5 * bytes > 14 * symbols.Length;
    }

    /// <summary>Gives a symbol its place in the tables.</summary>
    /// <returns>False if it cannot be used.</returns>
    private bool TryAdd(Symbol symbol, int code)
    {
        // Zeros stand behind the end of a text, so a symbol that has one could go past it.
        if (symbol.HasZero)
        {
            return false;
        }

        // Pairs win over single bytes, and of two symbols that meet in a place the one of the lower code wins, which the trainer found better.
        var entry = (ushort)((symbol.Length << LengthShift) | code);
        switch (symbol.Length)
        {
            case 1:
                for (var second = 0; second < 256; second++)
                {
                    ref var pair = ref _pairs[(second << 8) | symbol.First];
                    if (pair >= EscapeFlag)
                    {
                        pair = entry;
                    }
                }

                break;
            case 2:
                _pairs[symbol.FirstTwo] = entry;
                break;
            default:
                ref var slot = ref _slots[SlotOf(symbol.FirstThree)];
                if (!slot.IsFree)
                {
                    return false;
                }

                slot = new Slot(symbol, entry);
                break;
        }

        return true;
    }

    /// <summary>A place in the hash table: a symbol of three bytes and more.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 1 << SlotSizeBits)]
    public readonly struct Slot(ulong symbol, uint entry, int ignoredBits)
    {
        public Slot(Symbol symbol, uint entry)
            : this(symbol.Bytes << (64 - (8 * symbol.Length)), entry, 64 - (8 * symbol.Length))
        {
        }

        /// <summary>A slot that no word equals: of the word its last bit is kept, moved up to the first, and the bit compared with it is another.</summary>
        public static Slot Free => new(1, 0, 63);

        /// <summary>The bytes of the symbol, moved up by <see cref="IgnoredBits"/> as the word is that they are compared with.</summary>
        public readonly ulong Symbol = symbol;

        public readonly uint Entry = entry;

        public readonly int IgnoredBits = ignoredBits;

        public bool IsFree => Entry == 0;
    }
}
