namespace Blittable.Cli;

/// <summary>Finds out whether a file is one JSON text or has one a line, and takes it apart.</summary>
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

    /// <summary>Whether a file has one JSON text a line: an option or a name that ends with <c>.ndjson</c> or <c>.jsonl</c> says so. Of other files the text
    /// has to tell, see <see cref="StartsWithLine"/>.</summary>
    public static bool AreLines(InputFile input, JsonFormat format) => format switch
    {
        JsonFormat.Auto => Path.GetExtension(input.Path).ToLowerInvariant() is ".ndjson" or ".jsonl",
        _ => format == JsonFormat.Ndjson,
    };

    /// <summary>Whether a text that is not one value starts with one that ends with its line.</summary>
    public static bool StartsWithLine(ReadOnlySpan<byte> text, BlittableException fault)
    {
        if (fault.Code != BlittableErrorCode.TrailingCharacters)
        {
            return false;
        }

        var before = text[..(int)fault.Offset].TrimStart(" \t\r\n"u8);
        var value = before.TrimEnd(" \t\r\n"u8);
        return before[value.Length..].Contains((byte)'\n') && !value.Contains((byte)'\n');
    }

    /// <summary>The texts of a file: all of it, or a line each.</summary>
    /// <exception cref="BlittableException">The file is one text that is not JSON.</exception>
    public static IReadOnlyList<ReadOnlyMemory<byte>> Of(InputFile input, ReadOnlyMemory<byte> file)
    {
        if (AreLines(input, JsonFormat.Auto))
        {
            return [.. Lines(file)];
        }

        try
        {
            using var converter = new BlittableConverter();
            converter.Convert(file.Span);
            return [file];
        }
        catch (BlittableException fault) when (StartsWithLine(file.Span, fault))
        {
            return [.. Lines(file)];
        }
    }
}
