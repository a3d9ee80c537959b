namespace Blittable.Text;

/// <summary>Text to Smaz codes.</summary>
internal static class SmazEncoder
{
    private static readonly SymbolEncoder Symbols = new(SmazCodebook.Symbols, SmazCodebook.VerbatimByte);

    /// <summary>Compresses a text, byte for byte as the original does.</summary>
    /// <returns>Bytes written; -1 as soon as <paramref name="destination"/> is too short.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination) => Symbols.Encode(text, destination);
}
