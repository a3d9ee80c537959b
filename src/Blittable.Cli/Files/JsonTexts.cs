namespace Blittable.Cli;

/// <summary>Takes files of one JSON text a line apart.</summary>
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
}
