namespace Blittable.Cli;

/// <summary>Splits files of newline-delimited JSON.</summary>
internal static class JsonTexts
{
    /// <summary>Splits a file of newline-delimited JSON into its texts, without empty lines.</summary>
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
}
