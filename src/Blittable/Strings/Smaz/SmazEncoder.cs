using System.Numerics;

namespace Blittable.Strings;

/// <summary>Text to Smaz codes, and whether that is worth trying.</summary>
internal static class SmazEncoder
{
    private static readonly SymbolEncoder Symbols = new(SmazCodebook.Symbols, SmazCodebook.VerbatimByte);

    /// <summary>Compresses a text, byte for byte as the original does.</summary>
    /// <returns>Bytes written; -1 as soon as <paramref name="destination"/> is too short.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination) => Symbols.Encode(text, destination);

    /// <summary>Tells whether a text can hardly get shorter, by how many of its first 64 bytes have no code of their own, and in how many runs they
    /// lie.</summary>
    /// <remarks>At best the other bytes take half a byte each, and a run one byte more than it has. What is stored depends on this, so that every machine
    /// has to come to the same end.</remarks>
    /// <param name="text">The text, at least one byte.</param>
    public static bool IsHopeless(ReadOnlySpan<byte> text)
    {
        var lacking = SmazSingleKernel.Lacking(text);
        var count = Math.Min(text.Length, SmazSingleKernel.MaxLength);
        var verbatim = BitOperations.PopCount(lacking);
        var runs = BitOperations.PopCount(lacking & ~(lacking << 1));
        return (2 * (verbatim + runs)) + (count - verbatim) >= 2 * count;
    }
}
