using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Strings;

/// <summary>Codes of a symbol table to text, by whichever form of the table is at hand.</summary>
internal static class SymbolDecoder
{
    /// <summary>From this many codes on, and texts of <see cref="ShortestOfPlanes"/> bytes, 64 at once are faster than one after the other.</summary>
    public const int FewestCodes = 56;

    /// <inheritdoc cref="FewestCodes"/>
    public const int ShortestOfPlanes = 160;

    /// <summary>Texts up to this length have so few codes that four at once are enough.</summary>
    private const int LongestOfFew = 12;

    private static readonly ExpandedSymbols Empty = new([]);

    /// <inheritdoc cref="SymbolDecoderKernel.Decode"/>
    public static bool Decode(scoped in SymbolTableView table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        ExpandedOf(table) is { } expanded
            ? Decode(expanded, codes, goal, destination, out consumed, out written)
            : DecodeInPlace(table, codes, goal, destination, out consumed, out written);

    /// <inheritdoc cref="SymbolDecoderKernel.Decode"/>
    public static bool Decode(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        PlanesKernel.IsSupported && codes.Length >= FewestCodes && goal >= ShortestOfPlanes && symbols.Planes is { } planes
            ? SymbolDecoderVectorKernel.Decode(symbols, planes, codes, goal, destination, out consumed, out written)
            : goal > LongestOfFew
            ? SymbolDecoderKernel.DecodeByEight(symbols, codes, goal, destination, out consumed, out written)
            : DecodeByFour(symbols, codes, goal, destination, out consumed, out written);

    /// <inheritdoc cref="SymbolDecoderKernel.DecodeWhole"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool DecodeWhole(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int length, Span<byte> destination) =>
        PlanesKernel.IsSupported && length >= ShortestOfPlanes
            ? Decode(symbols, codes, length, destination, out _, out var written) && written == length
            : SymbolDecoderKernel.DecodeWhole(symbols, codes, length, destination);

    /// <inheritdoc cref="SymbolDecoderKernel.Measure"/>
    public static bool Measure(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, out int consumed, out int decoded) =>
        SymbolDecoderKernel.Measure(new ExpandedSymbolsKernel(symbols), codes, goal, out consumed, out decoded);

    /// <summary>Whether a text can begin with the first of some codes: false if it is a symbol and the text begins with another one.</summary>
    public static bool MayStart(scoped in SymbolTableView table, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) =>
        codes.IsEmpty || text.Length < sizeof(ulong) || codes[0] >= table.Count || !table.TryGetSymbol(codes[0], out var symbol, out var length)
            || StartsWith(text, symbol, length);

    /// <inheritdoc cref="MayStart(in SymbolTableView, ReadOnlySpan{byte}, ReadOnlySpan{byte})"/>
    public static bool MayStart(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) =>
        codes.IsEmpty || text.Length < sizeof(ulong) || codes[0] >= symbols.Count
            || StartsWith(text, symbols.Words[codes[0]], symbols.Lengths[codes[0]]);

    private static bool StartsWith(ReadOnlySpan<byte> text, ulong symbol, int length) =>
        (BinaryPrimitives.ReadUInt64LittleEndian(text) ^ symbol) << (8 * (sizeof(ulong) - length)) == 0;

    // Neither method is inlined: together with each other or their callers they would not fit into registers, which takes a fifth to a third of their speed.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeByFour(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        SymbolDecoderKernel.Decode(new ExpandedSymbolsKernel(symbols), codes, goal, destination, out consumed, out written);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeInPlace(
        scoped in SymbolTableView table, ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        consumed = 0;
        written = 0;
        return table.SymbolBytes > 0 && SymbolDecoderKernel.Decode(new SymbolsInPlaceKernel(table), codes, goal, destination, out consumed, out written);
    }

    private static ExpandedSymbols? ExpandedOf(scoped in SymbolTableView table) => table.Expanded ?? (table.Count == 0 ? Empty : null);
}
