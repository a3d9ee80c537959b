using System.Buffers.Binary;

namespace Blittable.Strings;

/// <summary>Text to Smaz codes: at each step the longest symbol, and bytes that begin none in runs of up to 256.</summary>
internal static class SmazEncoder
{
    /// <summary>Compresses a text.</summary>
    /// <returns>Bytes written, or -1 if <paramref name="destination"/> is too short.</returns>
    public static int EncodeScalar(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var written = 0;
        var runStart = 0;
        var position = 0;
        while (position < text.Length)
        {
            var length = SmazTrie.Match(LoadWord(text[position..]), out var code);
            if (code == SmazTrie.NoCode)
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

    private static bool TryWriteRun(ReadOnlySpan<byte> run, Span<byte> destination, ref int written)
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
