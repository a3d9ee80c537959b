namespace Blittable.Text;

/// <summary>A table of symbols as <see cref="SymbolDecoder"/> reads it code by code.</summary>
internal interface ISymbolSource
{
    /// <summary>The number of symbols: codes below it have one.</summary>
    int Count { get; }

    /// <summary>The code that announces one verbatim byte. If it is below 255, then 255 announces a run.</summary>
    byte Escape { get; }

    /// <summary>Gets the symbol of a code below <see cref="Count"/>: its bytes, the first one lowest, followed by others.</summary>
    /// <returns>False if the table is damaged.</returns>
    bool TryGetSymbol(int code, out ulong symbol, out int length);
}
