using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>The bytes of symbols by their places: the first byte of every symbol, then the second one of every symbol and so on.</summary>
/// <remarks>
/// <code>
/// byte             what it is
/// 256 * k + code   byte k of the code's symbol; 0 behind its end, and where the code has no symbol
/// </code>
/// A byte permute looks up 64 codes in such a plane at once. Where a symbol ends is seen from the zeros, so that none may have a zero of its own.
/// </remarks>
internal sealed class SymbolPlanes
{
    public const int PlaneSize = 256;

    private readonly AlignedBytes _planes = new(Symbol.MaxLength * PlaneSize);

    private SymbolPlanes()
    {
    }

    /// <summary>Where the planes begin.</summary>
    public ref byte First => ref MemoryMarshal.GetReference(_planes.Span);

    /// <summary>Lays out symbols by their places.</summary>
    /// <param name="words">The bytes of each symbol, the first one lowest.</param>
    /// <param name="lengths">Their lengths, 0 where a code has no symbol.</param>
    /// <returns>Null if a symbol has a zero.</returns>
    public static SymbolPlanes? TryCreate(ReadOnlySpan<ulong> words, ReadOnlySpan<byte> lengths)
    {
        var planes = new SymbolPlanes();
        var bytes = planes._planes.Span;
        for (var code = 0; code < words.Length; code++)
        {
            for (var place = 0; place < lengths[code]; place++)
            {
                var value = (byte)(words[code] >> (8 * place));
                if (value == 0)
                {
                    return null;
                }

                bytes[(PlaneSize * place) + code] = value;
            }
        }

        return planes;
    }
}
