using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Strings;

/// <summary>Compresses short text with Smaz. It uses the standard codebook, and the output is byte-compatible with the original C implementation.</summary>
/// <remarks>
/// English text shrinks to about 60 % of its size, while very different text can grow. Source: github.com/antirez/smaz, Salvatore Sanfilippo, 2009.
/// The output does not indicate its end, so its length must be stored.
/// </remarks>
public static class Smaz
{
    /// <summary>The maximum size in bytes of a text.</summary>
    private const int MaxLength = 1 << 30;

    /// <summary>Returns the maximum size in bytes of a compressed text.</summary>
    /// <param name="length">The size of the text in bytes, at most 2^30.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or exceeds 2^30.</exception>
    /// <remarks>In the worst case, two bytes without a code alternate with one byte that has its own code: five bytes for three.</remarks>
    public static int MaxCompressedLength(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(length, MaxLength);
        return length + (2 * ((length + 2) / 3));
    }

    /// <summary>Compresses bytes.</summary>
    /// <param name="text">The bytes, usually UTF-8 text.</param>
    /// <param name="destination">The destination of the codes. <see cref="MaxCompressedLength"/> bytes are always sufficient.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or the text is longer than 2^30 bytes.</exception>
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

    /// <summary>Decompresses bytes.</summary>
    /// <param name="codes">The complete output of <see cref="Compress"/>, without further bytes.</param>
    /// <param name="destination">The destination of the text. Bytes after the text may be overwritten, and 64 spare bytes speed up decompression.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="BlittableException">The codes end within a verbatim run.</exception>
    public static int Decompress(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        if (!SymbolDecoder.Decode(SmazCodebook.Expanded, codes, int.MaxValue, destination, out _, out var written))
        {
            // Throws for truncated codes. Otherwise, the destination is too short.
            _ = DecompressedLength(codes);
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written;
    }

    /// <summary>Returns the size in bytes of the decompressed text.</summary>
    /// <param name="codes">The complete output of <see cref="Compress"/>, without further bytes.</param>
    /// <returns>The size of the text in bytes.</returns>
    /// <exception cref="BlittableException">The codes end within a verbatim run, or represent more than 2^31 - 1 bytes.</exception>
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
