using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Strings;

/// <summary>Smaz: compression of short text, with the standard codebook and byte for byte the output of the original in C.</summary>
/// <remarks>
/// English text shrinks to about 0.6 of its size; text far from it can grow. Source: github.com/antirez/smaz, Salvatore Sanfilippo, 2009.
/// Nothing in the output says where it ends: its length must be kept.
/// </remarks>
public static class Smaz
{
    /// <summary>The longest text, in bytes, that can be compressed.</summary>
    private const int MaxLength = 1 << 30;

    /// <summary>The bytes that compressing a text can take at most.</summary>
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
    /// <param name="text">The bytes, UTF-8 text as a rule.</param>
    /// <param name="destination">Where the codes go; <see cref="MaxCompressedLength"/> bytes are always enough, and 64 more make this faster. What
    /// lies behind the codes may be overwritten.</param>
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
    /// <param name="destination">Where the text goes. What lies behind it may be overwritten, and 32 spare bytes make this faster.</param>
    /// <returns>The bytes of text.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="BlittableException">The codes end within a run of verbatim bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Decompress(ReadOnlySpan<byte> codes, Span<byte> destination) =>
        SmazDecoderKernel.TryDecodeOne(codes, destination, out var written) ? written : DecompressSeveral(codes, destination);

    /// <summary>Restores texts of more than one symbol or run. Those two are handled by the caller, as the call would take a good part of their time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecompressSeveral(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        var consumed = 0;
        var written = 0;
        if (codes.Length < SmazDecoder.FewestCodes)
        {
            SmazDecoderKernel.Decode(codes, int.MaxValue, destination, out consumed, out written);
            if (consumed == codes.Length)
            {
                return written;
            }
        }

        return DecompressRest(codes, destination, consumed, written);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecompressRest(ReadOnlySpan<byte> codes, Span<byte> destination, int consumed, int written)
    {
        if (!SmazDecoder.Decode(codes[consumed..], int.MaxValue, destination[written..], out _, out var rest))
        {
            // Throws for codes that are cut off; what remains is a destination that is too short.
            _ = DecompressedLength(codes);
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written + rest;
    }

    /// <summary>The bytes of text that codes stand for.</summary>
    /// <param name="codes">The output of <see cref="Compress"/>, all of it and nothing more.</param>
    /// <exception cref="BlittableException">The codes end within a run of verbatim bytes.</exception>
    public static int DecompressedLength(ReadOnlySpan<byte> codes)
    {
        if (!SmazDecoder.Measure(codes, int.MaxValue, out var consumed, out var length))
        {
            ThrowHelper.InvalidData("all bytes of a verbatim run", "the end of the codes", consumed);
        }

        return length;
    }
}
