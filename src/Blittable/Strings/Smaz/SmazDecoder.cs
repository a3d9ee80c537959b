using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Strings;

/// <summary>Smaz codes to text.</summary>
internal static class SmazDecoder
{
    /// <summary>From this many codes on, and texts of <see cref="ShortestText"/> bytes, 64 at once are faster than one after the other.</summary>
    public const int FewestCodes = 48;

    /// <inheritdoc cref="FewestCodes"/>
    private const int ShortestText = 64;

    /// <summary>From texts this long on, 32 codes are looked at together where 64 cannot be restored at once.</summary>
    private const int ShortestTurn = 48;

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
            : !PlanesKernel.IsSupported && CodeTurnKernel.IsSupported && goal >= ShortestTurn && destination.Length - goal >= SmazTextKernel.ReadingSlack
            ? DecodeByTurns(codes, goal, destination, out consumed, out written)
            : DecodeInTurn(codes, goal, destination, out consumed, out written);

    /// <summary>Decodes a text that is wanted whole, and nothing of what follows its codes.</summary>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="length">The bytes of the text.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <returns>False for damage, a destination that is too short, or codes that do not end at the length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool DecodeWhole(ReadOnlySpan<byte> codes, int length, Span<byte> destination)
    {
        if (length >= ShortestTurn)
        {
            return DecodeLong(codes, length, destination);
        }

        SmazDecoderKernel.Decode(codes, length, destination, out var consumed, out var written);
        return written >= length ? written == length : DecodeWholeRest(codes[consumed..], length - written, destination[written..]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeLong(ReadOnlySpan<byte> codes, int length, Span<byte> destination) =>
        Decode(codes, length, destination, out _, out var written) && written == length;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeWholeRest(ReadOnlySpan<byte> codes, int length, Span<byte> destination)
    {
        int consumed = 0, written = 0;
        return DecodeRest(codes, length, destination, ref consumed, ref written) && written == length;
    }

    /// <summary>The same by turns of 32 codes, where the destination has room behind the text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static unsafe bool DecodeByTurns(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        fixed (byte* source = codes, text = destination)
        {
            consumed = SmazTextKernel.ReadTurns(source, source + codes.Length, text, text + goal, out written);
        }

        if (written >= goal)
        {
            return true;
        }

        var isDone = DecodeInTurn(codes[consumed..], goal - written, destination[written..], out var read, out var length);
        consumed += read;
        written += length;
        return isDone;
    }

    /// <summary>The same without vectors, code by code.</summary>
    public static bool DecodeInTurn(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        SmazDecoderKernel.Decode(codes, goal, destination, out consumed, out written);
        return written >= goal || consumed >= codes.Length || DecodeRest(codes, goal, destination, ref consumed, ref written);
    }

    /// <summary>Continues where the kernel stopped: at damage, or where the destination has less room left than it stores for a code.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeRest(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, ref int consumed, ref int written)
    {
        while (written < goal && consumed < codes.Length)
        {
            if (!TryDecodeCode(codes, destination, ref consumed, ref written))
            {
                return false;
            }

            SmazDecoderKernel.Decode(codes[consumed..], goal - written, destination[written..], out var read, out var length);
            consumed += read;
            written += length;
        }

        return true;
    }

    /// <summary>Decodes one code, whatever it is.</summary>
    private static bool TryDecodeCode(ReadOnlySpan<byte> codes, Span<byte> destination, ref int consumed, ref int written)
    {
        Span<byte> symbol = stackalloc byte[sizeof(ulong)];
        scoped ReadOnlySpan<byte> text;
        var code = codes[consumed];
        if (code < SmazCodebook.SymbolCount)
        {
            var entry = SmazCodebook.Entries[code];
            BinaryPrimitives.WriteUInt64LittleEndian(symbol, entry);
            text = symbol[..SmazCodebook.LengthOf(entry)];
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

        var hasRoom = text.TryCopyTo(destination[written..]);
        written += hasRoom ? text.Length : 0;
        return hasRoom;
    }

    /// <summary>Whether a text may begin with the first of the codes: false if that is a symbol and the text begins differently.</summary>
    public static bool MayStart(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        if (codes.IsEmpty || text.Length < sizeof(ulong) || codes[0] >= SmazCodebook.SymbolCount)
        {
            return true;
        }

        var entry = SmazCodebook.Entries[codes[0]];
        return (BinaryPrimitives.ReadUInt64LittleEndian(text) ^ entry) << (SmazCodebook.LengthShift + 8 - (8 * SmazCodebook.LengthOf(entry))) == 0;
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
