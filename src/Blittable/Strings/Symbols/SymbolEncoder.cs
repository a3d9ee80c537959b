namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table: at each step the longest symbol that is found by its first three bytes, then by two, then by one.</summary>
/// <remarks>
/// Of two symbols of three bytes and more that <see cref="SymbolSlots"/> has one place for, the one with the lower code stays, and the other is not
/// used, whichever way a text is taken. What finds symbols is built when a text needs it: an automaton takes a third of a megabyte, and a program may
/// hold a thousand tables.
/// </remarks>
internal sealed class SymbolEncoder
{
    /// <summary>Texts from this length on are taken by the automaton even where symbols are long, as it takes three lanes of them at once.</summary>
    private const int LeastForLongSymbols = 64;

    /// <summary>The symbols that are used, and their codes.</summary>
    private readonly (Symbol Symbol, byte Code)[] _symbols;

    /// <summary>The same symbols for the vector kernel, where there is one.</summary>
    private readonly WindowSymbols? _window;

    /// <summary>From this many bytes on the automaton is faster than one symbol after the other, whose lengths are guessed.</summary>
    private readonly int _minAutomatonLength;

    /// <summary>From this many bytes on the vector kernel, which takes the same time for any 64 bytes, is faster than one symbol after the other.</summary>
    private readonly int _minVectorLength;

    /// <summary>The same symbols for texts of bytes in turn, where there is no vector kernel.</summary>
    private SymbolAutomaton? _automaton;

    private SymbolSlots? _slots;

    public SymbolEncoder(ReadOnlySpan<Symbol> symbols)
    {
        _symbols = Usable(symbols);
        _minVectorLength = MinVectorLength(symbols);
        _window = SymbolVectorKernel.IsSupported ? WindowSymbols.TryBuild(_symbols) : null;
        if (_window is null)
        {
            _minAutomatonLength = AreLong(_symbols) ? LeastForLongSymbols : 0;
        }
    }

    /// <summary>The symbols for texts that are taken symbol by symbol.</summary>
    /// <remarks>Two threads may make them at once; they are the same.</remarks>
    public SymbolSlots Slots => _slots ??= new SymbolSlots(_symbols);

    private SymbolAutomaton Automaton => _automaton ??= new SymbolAutomaton(_symbols);

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
            return SymbolAutomatonKernel.Encode(Automaton, text, destination);
        }

        var slots = Slots;
        return slots.AreMostlySingles
            ? SymbolEncoderKernel.EncodeShortSymbols(slots, text, destination)
            : SymbolEncoderKernel.EncodeInTurn(slots, text, destination);
    }

    /// <summary>The symbols that are used.</summary>
    private static (Symbol Symbol, byte Code)[] Usable(ReadOnlySpan<Symbol> symbols)
    {
        var isTaken = new bool[SymbolSlots.Count];
        var used = new (Symbol, byte)[symbols.Length];
        var count = 0;
        for (var code = 0; code < symbols.Length; code++)
        {
            // Zeros stand behind the end of a text, so a symbol that has one could go past it.
            var symbol = symbols[code];
            if (symbol.HasZero)
            {
                continue;
            }

            // Of two symbols that meet the one of the lower code wins, which the trainer found better.
            if (symbol.Length > 2)
            {
                ref var isSlotTaken = ref isTaken[SymbolSlots.PlaceOf(symbol.FirstThree)];
                if (isSlotTaken)
                {
                    continue;
                }

                isSlotTaken = true;
            }

            used[count++] = (symbol, (byte)code);
        }

        Array.Resize(ref used, count);
        return used;
    }

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
}
