namespace Blittable.Text;

/// <summary>The symbols of a table that is held in memory, laid out for <see cref="SymbolDecoder"/>.</summary>
internal sealed class ExpandedSymbols : ISymbolSource
{
    /// <summary>Places of the tables: one for every code.</summary>
    public const int Places = 256;

    /// <summary>Builds the table.</summary>
    /// <param name="symbols">The symbols in the order of their codes.</param>
    /// <param name="escape">The code that announces one verbatim byte. If it is below 255, then 255 announces a run, as in Smaz.</param>
    public ExpandedSymbols(ReadOnlySpan<Symbol> symbols, byte escape = SymbolTableView.Escape)
    {
        Count = symbols.Length;
        Escape = escape;
        for (var code = 0; code < symbols.Length; code++)
        {
            Words[code] = symbols[code].Bytes;
            Lengths[code] = (byte)symbols[code].Length;
        }
    }

    /// <inheritdoc/>
    public int Count { get; }

    /// <inheritdoc/>
    public byte Escape { get; }

    /// <summary>Gets a value that indicates whether code 255 announces a run of verbatim bytes.</summary>
    public bool HasRuns => Escape < SmazCodebook.VerbatimRun;

    /// <summary>The bytes of each symbol, the first one lowest.</summary>
    public ulong[] Words { get; } = new ulong[Places];

    /// <summary>The length of each symbol; 0 for other codes.</summary>
    public byte[] Lengths { get; } = new byte[Places];

    /// <inheritdoc/>
    public bool TryGetSymbol(int code, out ulong symbol, out int length)
    {
        symbol = Words[code];
        length = Lengths[code];
        return true;
    }
}
