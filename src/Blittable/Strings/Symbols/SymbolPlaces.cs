using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of a table with a place for each verbatim byte too, so that both are looked up in the same way.</summary>
/// <remarks>
/// <code>
/// place        what it is
///   0 .. 255   the symbol of a code; no text where it has none, or announces a verbatim byte
/// 256 + byte   a verbatim byte
/// </code>
/// </remarks>
internal sealed class SymbolPlaces
{
    private const int Verbatim = 256;

    /// <param name="words">The bytes of each symbol, as of <see cref="ExpandedSymbols.Words"/>.</param>
    /// <param name="lengths">How many they are.</param>
    /// <param name="count">The number of symbols.</param>
    public SymbolPlaces(ReadOnlySpan<ulong> words, ReadOnlySpan<byte> lengths, int count)
    {
        Count = (byte)count;
        words.CopyTo(Words);
        lengths.CopyTo(Lengths);
        for (var value = 0; value < Verbatim; value++)
        {
            Words[Verbatim + value] = (ulong)value;
            Lengths[Verbatim + value] = 1;
        }

        var lower = new byte[Vector128<byte>.Count];
        var upper = new byte[Vector128<byte>.Count];
        for (var code = 0; code < words.Length; code++)
        {
            if (HasEscape(words[code], lengths[code]))
            {
                var half = code < 0x80 ? lower : upper;
                half[code & 0x0F] |= (byte)(1 << (code >> 4 & 7));
            }
        }

        EscapedBelow128 = Vector256.Create(Vector128.Create(lower), Vector128.Create(lower));
        EscapedFrom128 = Vector256.Create(Vector128.Create(upper), Vector128.Create(upper));
    }

    /// <summary>The number of symbols.</summary>
    public byte Count { get; }

    /// <summary>The bytes at each place, the first one lowest.</summary>
    public ulong[] Words { get; } = new ulong[2 * Verbatim];

    /// <summary>How many they are.</summary>
    public byte[] Lengths { get; } = new byte[2 * Verbatim];

    /// <summary>By the lower half of a code a bit for each upper half from 0 to 7 with which it is a symbol that has characters which JSON escapes;
    /// twice.</summary>
    public Vector256<byte> EscapedBelow128 { get; }

    /// <summary>The same for upper halves from 8 to 15.</summary>
    public Vector256<byte> EscapedFrom128 { get; }

    private static bool HasEscape(ulong word, int length)
    {
        for (var i = 0; i < length; i++)
        {
            if (!EscapeKernel.IsPlain((byte)(word >> (8 * i))))
            {
                return true;
            }
        }

        return false;
    }
}
