namespace Blittable.Text;

/// <summary>Stores the symbols of a table in memory, in the layout of <see cref="SymbolDecoder"/>.</summary>
internal sealed class ExpandedSymbols : ISymbolSource
{
    /// <summary>The place of the first verbatim byte: after all codes.</summary>
    public const int Verbatim = 256;

    /// <summary>The number of entries of a table: one for every code, and one for every verbatim byte.</summary>
    public const int Places = 2 * Verbatim;

    /// <summary>Creates the tables.</summary>
    /// <param name="symbols">The symbols in the order of their codes.</param>
    /// <param name="escape">The code that precedes one verbatim byte. If it is below 255, 255 precedes a verbatim run, as in Smaz.</param>
    public ExpandedSymbols(ReadOnlySpan<Symbol> symbols, byte escape = SymbolTableView.Escape)
    {
        Count = symbols.Length;
        Escape = escape;
        for (var code = 0; code < symbols.Length; code++)
        {
            Words[code] = symbols[code].Bytes;
            Lengths[code] = (byte)symbols[code].Length;
        }

        for (var value = 0; value < Verbatim; value++)
        {
            Words[Verbatim + value] = (ulong)value;
            Lengths[Verbatim + value] = 1;
        }
    }

    /// <inheritdoc/>
    public int Count { get; }

    /// <inheritdoc/>
    public byte Escape { get; }

    /// <summary>Gets a value that indicates whether code 255 precedes a verbatim run.</summary>
    public bool HasRuns => Escape < SmazCodebook.VerbatimRun;

    /// <summary>Gets the bytes of each symbol, with the first byte lowest, and then every verbatim byte.</summary>
    public ulong[] Words { get; } = new ulong[Places];

    /// <summary>Gets the length of each symbol, or 0 for other codes, and then 1 for every verbatim byte.</summary>
    public byte[] Lengths { get; } = new byte[Places];

    /// <inheritdoc/>
    public bool TryGetSymbol(int code, out ulong symbol, out int length)
    {
        symbol = Words[code];
        length = Lengths[code];
        return true;
    }
}

/// <summary>Provides symbols by code to <see cref="SymbolDecoder"/>.</summary>
internal interface ISymbolSource
{
    /// <summary>Gets the number of symbols. Codes below it represent symbols.</summary>
    int Count { get; }

    /// <summary>Gets the code that precedes one verbatim byte. If it is below 255, 255 precedes a verbatim run.</summary>
    byte Escape { get; }

    /// <summary>Gets the symbol of a code below <see cref="Count"/>: its bytes with the first byte lowest, followed by arbitrary bytes.</summary>
    /// <returns>False if the table is damaged.</returns>
    bool TryGetSymbol(int code, out ulong symbol, out int length);
}
