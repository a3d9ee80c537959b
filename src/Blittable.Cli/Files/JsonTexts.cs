namespace Blittable.Cli;

/// <summary>The JSON texts of a file: all of it, or a line each.</summary>
internal static class JsonTexts
{
    /// <summary>Cuts a file of one JSON text a line into its texts, without those lines that are empty.</summary>
    public static IEnumerable<ReadOnlyMemory<byte>> Lines(ReadOnlyMemory<byte> file)
    {
        for (var text = file; !text.IsEmpty;)
        {
            var end = text.Span.IndexOf((byte)'\n');
            var line = end < 0 ? text : text[..end];
            if (!line.Span.TrimEnd(" \t\r"u8).IsEmpty)
            {
                yield return line;
            }

            text = end < 0 ? default : text[(end + 1)..];
        }
    }

    /// <summary>Finds out which of the two a file is: a name that ends with <c>.ndjson</c> or <c>.jsonl</c> says so, and otherwise the text.</summary>
    /// <exception cref="BlittableException">The file is one text that is not JSON.</exception>
    public static IReadOnlyList<ReadOnlyMemory<byte>> Of(InputFile input, ReadOnlyMemory<byte> file)
    {
        if (Path.GetExtension(input.Path).ToLowerInvariant() is ".ndjson" or ".jsonl")
        {
            return [.. Lines(file)];
        }

        try
        {
            using var converter = new BlittableConverter();
            converter.Convert(file.Span);
            return [file];
        }
        catch (BlittableException error) when (error.Code == BlittableErrorCode.TrailingCharacters)
        {
            ReadOnlyMemory<byte>[] lines = [.. Lines(file)];
            if (lines.Length <= 1)
            {
                throw;
            }

            return lines;
        }
    }
}
