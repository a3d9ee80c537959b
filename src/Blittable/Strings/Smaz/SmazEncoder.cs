using System.Buffers.Binary;
using System.Numerics;

namespace Blittable.Strings;

/// <summary>Text to Smaz codes: at each step the longest symbol, and bytes that begin none in runs of up to 256.</summary>
internal static class SmazEncoder
{
    /// <summary>From this many bytes on, <see cref="SmazVectorKernel"/> is faster than one symbol after the other.</summary>
    private const int VectorLength = 7;

    /// <summary>The same for <see cref="SmazClassKernel"/>.</summary>
    private const int ClassLength = 5;

    /// <summary>From this many bytes on, <see cref="SmazLaneKernel"/> is faster than <see cref="SmazClassKernel"/>.</summary>
    private const int LaneLength = 192;

    /// <summary>The same where there are no such windows, against one symbol after the other.</summary>
    private const int LoneLaneLength = 4;

    /// <summary>Compresses a text the fastest way that the machine and the destination allow.</summary>
    /// <returns>Bytes written, or -1 if <paramref name="destination"/> is too short.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination) =>
        text.Length >= VectorLength && SmazVectorKernel.IsSupported && destination.Length >= Smaz.MaxCompressedLength(text.Length) + SmazVectorKernel.Slack
            ? SmazVectorKernel.Encode(text, destination)
            : EncodeElsewhere(text, destination);

    /// <summary>Compresses a text without <see cref="SmazVectorKernel"/>: on machines that do not run it, and short texts.</summary>
    private static int EncodeElsewhere(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (SmazVectorKernel.IsSupported || !SmazLaneKernel.IsSupported
            || text.Length < (SmazClassKernel.IsSupported ? ClassLength : LoneLaneLength)
            || destination.Length < Smaz.MaxCompressedLength(text.Length) + SmazClassKernel.Slack)
        {
            return EncodeScalar(text, destination);
        }

        var written = text.Length < LaneLength && SmazClassKernel.IsSupported ? -1 : SmazLaneKernel.Encode(text, destination);
        return written >= 0 ? written
            : SmazClassKernel.IsSupported ? SmazClassKernel.Encode(text, destination)
            : EncodeScalar(text, destination);
    }

    /// <summary>Whether a text can hardly get shorter: judged by how many of its first 64 bytes have no code of their own, and in how many runs they
    /// lie.</summary>
    /// <remarks>At best the other bytes take half a byte each, and a run one byte more than it has. What is stored depends on this, so that every machine
    /// has to come to the same end.</remarks>
    /// <param name="text">The text, at least one byte.</param>
    public static bool IsHopeless(ReadOnlySpan<byte> text) => SmazVectorKernel.IsSupported ? SmazVectorKernel.IsHopeless(text)
        : SmazClassKernel.IsSupported ? IsHopeless(SmazClassKernel.Lacking(text), text.Length)
        : SmazSingleKernel.IsSupported ? IsHopeless(SmazSingleKernel.Lacking(text), text.Length)
        : IsHopelessScalar(text);

    /// <summary>The same, byte by byte.</summary>
    public static bool IsHopelessScalar(ReadOnlySpan<byte> text)
    {
        var codes = SmazTrie.Symbols.Tables[SymbolTrie.CodesOffset..];
        var lacking = 0UL;
        for (var i = Math.Min(text.Length, 64) - 1; i >= 0; i--)
        {
            lacking = (lacking << 1) | (codes[text[i]] == SymbolTrie.NoCode ? 1UL : 0);
        }

        return IsHopeless(lacking, text.Length);
    }

    private static bool IsHopeless(ulong lacking, int length)
    {
        var count = Math.Min(length, 64);
        var verbatim = BitOperations.PopCount(lacking);
        var runs = BitOperations.PopCount(lacking & ~(lacking << 1));
        return (2 * (verbatim + runs)) + (count - verbatim) >= 2 * count;
    }

    /// <summary>Compresses a text symbol by symbol.</summary>
    /// <returns>Bytes written, or -1 if <paramref name="destination"/> is too short.</returns>
    public static int EncodeScalar(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var written = 0;
        var runStart = 0;
        var position = 0;
        while (position < text.Length)
        {
            var length = SmazTrie.Symbols.Match(LoadWord(text[position..]), out var code);
            if (code == SymbolTrie.NoCode)
            {
                position++;
                if (position - runStart == SmazCodebook.MaxRun)
                {
                    if (!TryWriteRun(text[runStart..position], destination, ref written))
                    {
                        return -1;
                    }

                    runStart = position;
                }

                continue;
            }

            if (!TryWriteRun(text[runStart..position], destination, ref written) || written == destination.Length)
            {
                return -1;
            }

            destination[written++] = code;
            position += length;
            runStart = position;
        }

        return TryWriteRun(text[runStart..], destination, ref written) ? written : -1;
    }

    /// <summary>How many bytes from the start of a text begin no symbol; at most what one run can hold.</summary>
    public static int RunLength(ReadOnlySpan<byte> text)
    {
        var limit = Math.Min(text.Length, SmazCodebook.MaxRun);
        for (var length = 0; length < limit; length++)
        {
            _ = SmazTrie.Symbols.Match(LoadWord(text[length..]), out var code);
            if (code != SymbolTrie.NoCode)
            {
                return length;
            }
        }

        return limit;
    }

    /// <summary>Writes a run of verbatim bytes, if there are any.</summary>
    /// <returns>False if the destination is too short.</returns>
    public static bool TryWriteRun(ReadOnlySpan<byte> run, Span<byte> destination, ref int written)
    {
        if (run.IsEmpty)
        {
            return true;
        }

        var header = run.Length == 1 ? 1 : 2;
        if (destination.Length - written < header + run.Length)
        {
            return false;
        }

        destination[written] = header == 1 ? SmazCodebook.VerbatimByte : SmazCodebook.VerbatimRun;
        if (header == 2)
        {
            destination[written + 1] = (byte)(run.Length - 1);
        }

        run.CopyTo(destination[(written + header)..]);
        written += header + run.Length;
        return true;
    }

    private static ulong LoadWord(ReadOnlySpan<byte> text)
    {
        if (text.Length >= sizeof(ulong))
        {
            return BinaryPrimitives.ReadUInt64LittleEndian(text);
        }

        var word = 0UL;
        for (var i = text.Length - 1; i >= 0; i--)
        {
            word = (word << 8) | text[i];
        }

        return word;
    }
}
