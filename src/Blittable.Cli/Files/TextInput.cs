using ZstdSharp;

namespace Blittable.Cli;

/// <summary>Determines how JSON files are read.</summary>
internal static class TextInput
{
    /// <summary>Gets the extensions of the files to read from a folder.</summary>
    public static IReadOnlyCollection<string> Extensions { get; } =
        [.. from end in (string[])["", ".gz", ".zst", ".br"] from name in (string[])[".json", ".ndjson", ".jsonl"] select name + end];

    /// <summary>Returns the options for a file. The extension <c>.br</c> selects Brotli, and <c>.ndjson</c> or <c>.jsonl</c> select one document per line.
    /// Everything else is detected from the first bytes.</summary>
    public static BlittableTextOptions OptionsFor(InputFile input, JsonFormat format) => new()
    {
        Format = format switch
        {
            JsonFormat.Json => BlittableTextFormat.Single,
            JsonFormat.Ndjson => BlittableTextFormat.Lines,
            JsonFormat.Array => BlittableTextFormat.Array,
            JsonFormat.Concatenated => BlittableTextFormat.Concatenated,
            JsonFormat.Sequence => BlittableTextFormat.Sequence,
            _ => AreLines(input) ? BlittableTextFormat.Lines : BlittableTextFormat.Auto,
        },
        Compression = ExtensionOf(input.Path) == ".br" ? BlittableTextCompression.Brotli : BlittableTextCompression.Auto,
        OpenZstandard = stream => new DecompressionStream(stream, leaveOpen: true),
    };

    /// <summary>Reads all texts of a file into memory, each into its own array.</summary>
    /// <exception cref="BlittableException">A text is not JSON, or the file is damaged.</exception>
    public static async Task<IReadOnlyList<ReadOnlyMemory<byte>>> ReadAllAsync(InputStream stream, BlittableTextOptions options, CancellationToken cancellation)
    {
        var file = (await new InputBuffer(stream).ReadToEndAsync(cancellation)).ToArray();

        // The converter reports the position of an invalid text in the file.
        using var converter = new BlittableConverter();
        await foreach (var document in converter.ConvertTextsAsync(new MemoryStream(file), options, cancellation))
        {
            cancellation.ThrowIfCancellationRequested();
        }

        List<ReadOnlyMemory<byte>> texts = [];
        await foreach (var text in BlittableTexts.ReadAsync(new MemoryStream(file), options, cancellation))
        {
            texts.Add(text.ToArray());
        }

        if (texts.Count == 0 && options.Format != BlittableTextFormat.Lines)
        {
            converter.Convert(ReadOnlySpan<byte>.Empty);
        }

        return texts;
    }

    /// <summary>Removes the extension of a compression format from a path.</summary>
    public static string PlainPath(string path) => ExtensionOf(path) is ".gz" or ".zst" or ".br" ? path[..^Path.GetExtension(path).Length] : path;

    private static bool AreLines(InputFile input) => ExtensionOf(PlainPath(input.Path)) is ".ndjson" or ".jsonl";

    private static string ExtensionOf(string path) => Path.GetExtension(path).ToLowerInvariant();
}
