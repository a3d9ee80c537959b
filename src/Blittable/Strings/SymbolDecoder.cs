namespace Blittable.Strings;

/// <summary>Codes of a symbol table to text, by whichever form of the table is at hand.</summary>
internal static class SymbolDecoder
{
    /// <inheritdoc cref="SymbolDecoderKernel.Decode"/>
    public static bool Decode(SymbolTableView table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        table.Expanded is null
            ? SymbolDecoderKernel.Decode(new SymbolsInPlaceKernel(table), codes, goal, destination, out consumed, out written)
            : SymbolDecoderKernel.Decode(new ExpandedSymbolsKernel(table.Expanded), codes, goal, destination, out consumed, out written);

    /// <inheritdoc cref="SymbolDecoderKernel.Measure"/>
    public static bool Measure(SymbolTableView table, ReadOnlySpan<byte> codes, int goal, out int consumed, out int decoded) =>
        table.Expanded is null
            ? SymbolDecoderKernel.Measure(new SymbolsInPlaceKernel(table), codes, goal, out consumed, out decoded)
            : SymbolDecoderKernel.Measure(new ExpandedSymbolsKernel(table.Expanded), codes, goal, out consumed, out decoded);
}
