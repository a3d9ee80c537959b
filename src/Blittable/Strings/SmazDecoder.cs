using System.Buffers.Binary;

namespace Blittable.Strings;

/// <summary>Smaz codes to text.</summary>
internal static class SmazDecoder
{
    /// <summary>From so many codes of texts this long on, 64 at once are faster than one after the other.</summary>
    private const int FewestCodes = 48, ShortestText = 64;

    /// <summary>Decodes until <paramref name="goal"/> bytes are out or the codes end.</summary>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="goal">Bytes wanted; the last code may go past it where the destination has room.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <param name="consumed">Bytes of codes read.</param>
    /// <param name="written">Bytes of text.</param>
    /// <returns>False if a run of verbatim bytes is cut off, or the destination is too short.</returns>
    public static bool Decode(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written) =>
        PlanesKernel.IsSupported && codes.Length >= FewestCodes && goal >= ShortestText
            ? SmazDecoderVectorKernel.Decode(codes, goal, destination, out consumed, out written)
            : DecodeInTurn(codes, goal, destination, out consumed, out written);

    /// <summary>The same without vectors, code by code.</summary>
    public static bool DecodeInTurn(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        if (!SmazDecoderKernel.Decode(codes, goal, destination, out consumed, out written))
        {
            return false;
        }

        return written >= goal || consumed >= codes.Length || DecodeLast(codes, goal, destination, ref consumed, ref written);
    }

    /// <summary>Goes on where fewer bytes are left in the destination than the kernel stores for a code.</summary>
    private static bool DecodeLast(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, ref int consumed, ref int written)
    {
        Span<byte> buffer = stackalloc byte[sizeof(ulong)];
        while (written < goal && consumed < codes.Length)
        {
            scoped ReadOnlySpan<byte> text;
            var code = codes[consumed];
            if (code < SmazCodebook.SymbolCount)
            {
                var entry = SmazCodebook.Entries[code];
                BinaryPrimitives.WriteUInt64LittleEndian(buffer, entry);
                text = buffer[..SmazCodebook.LengthOf(entry)];
                consumed++;
            }
            else if (TryFindRun(codes, consumed, out var start, out var length))
            {
                text = codes.Slice(start, length);
                consumed = start + length;
            }
            else
            {
                return false;
            }

            if (!text.TryCopyTo(destination[written..]))
            {
                return false;
            }

            written += text.Length;
        }

        return true;
    }

    /// <summary>Counts what <see cref="Decode"/> would write, without writing it.</summary>
    /// <returns>False if a run of verbatim bytes is cut off, or the length overflows.</returns>
    public static bool Measure(ReadOnlySpan<byte> codes, int goal, out int consumed, out int decoded)
    {
        var next = 0;
        var length = 0;
        consumed = 0;
        decoded = 0;
        while (length < goal && next < codes.Length)
        {
            var code = codes[next];
            if (code < SmazCodebook.SymbolCount)
            {
                length += SmazCodebook.LengthOf(SmazCodebook.Entries[code]);
                next++;
            }
            else if (TryFindRun(codes, next, out var start, out var runLength))
            {
                length += runLength;
                next = start + runLength;
            }
            else
            {
                return false;
            }

            if (length < 0)
            {
                return false;
            }
        }

        consumed = next;
        decoded = length;
        return true;
    }

    /// <summary>The verbatim bytes that a code of 254 or 255 announces.</summary>
    /// <returns>False if they are not all there.</returns>
    private static bool TryFindRun(ReadOnlySpan<byte> codes, int next, out int start, out int length)
    {
        start = next + 1;
        length = 1;
        if (codes[next] == SmazCodebook.VerbatimRun && start < codes.Length)
        {
            length = codes[start] + 1;
            start++;
        }

        return length <= codes.Length - start;
    }
}
