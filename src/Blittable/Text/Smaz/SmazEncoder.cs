namespace Blittable.Text;

/// <summary>Encodes text as Smaz codes.</summary>
internal static class SmazEncoder
{
    private static readonly SymbolEncoder Symbols = new(SmazCodebook.Symbols, SmazCodebook.VerbatimByte);

    /// <summary>Compresses a text, byte-compatible with the original implementation.</summary>
    /// <returns>The number of bytes written, or -1 as soon as <paramref name="destination"/> is too short.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination) => Symbols.Encode(text, destination);
}
