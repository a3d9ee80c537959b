using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Strings;

/// <summary>Compresses short text by Smaz, with the standard codebook and byte for byte the output of the original in C.</summary>
/// <remarks>
/// English text shrinks to about 0.6 of its size; text far from it can grow. Source: github.com/antirez/smaz, Salvatore Sanfilippo, 2009.
/// Nothing in the output says where it ends: its length must be kept.
/// </remarks>
public static class Smaz
{
    /// <summary>The longest text, in bytes, that can be compressed.</summary>
    private const int MaxLength = 1 << 30;

    /// <summary>Gets the most bytes that compressing a text can take.</summary>
    /// <param name="length">Bytes of the text, at most 2^30.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or above 2^30.</exception>
    /// <remarks>The worst text has two bytes without a code, then one with a code of its own, and so on: five bytes for three.</remarks>
    public static int MaxCompressedLength(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, MaxLength);
        return length + (2 * ((length + 2) / 3));
    }

    /// <summary>Compresses bytes.</summary>
    /// <param name="text">The bytes, as a rule UTF-8 text.</param>
    /// <param name="destination">Where the codes go; <see cref="MaxCompressedLength"/> bytes are always enough.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or the text longer than 2^30 bytes.</exception>
    public static int Compress(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(text.Length, MaxLength, nameof(text));
        var written = SmazEncoder.Encode(text, destination);
        if (written < 0)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written;
    }

    /// <summary>Restores compressed bytes.</summary>
    /// <param name="codes">The output of <see cref="Compress"/>, all of it and nothing more.</param>
    /// <param name="destination">Where the text goes. Bytes after the text may be overwritten, and 64 spare bytes make this faster.</param>
    /// <returns>The bytes of text.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="BlittableException">The codes end within a run of verbatim bytes.</exception>
    public static int Decompress(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        if (!SymbolDecoder.Decode(SmazCodebook.Expanded, codes, int.MaxValue, destination, out _, out var written))
        {
            // Throws for codes that are cut off; otherwise the destination is too short.
            _ = DecompressedLength(codes);
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written;
    }

    /// <summary>Counts the bytes of text that codes stand for.</summary>
    /// <param name="codes">The output of <see cref="Compress"/>, all of it and nothing more.</param>
    /// <returns>The bytes of text.</returns>
    /// <exception cref="BlittableException">The codes end within a run of verbatim bytes, or stand for more than 2^31 - 1 bytes.</exception>
    public static int DecompressedLength(ReadOnlySpan<byte> codes)
    {
        var length = SymbolDecoder.Measure(SmazCodebook.Expanded, codes, out var consumed);
        if (consumed < codes.Length || length > int.MaxValue)
        {
            ThrowHelper.InvalidData("all bytes of a verbatim run", "the end of the codes", consumed);
        }

        return (int)length;
    }
}
