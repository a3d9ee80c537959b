namespace Blittable.Text;

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
