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

    /// <summary>Finds the position of an invalid text in a file by converting the file: the converter knows positions, but does not return texts.</summary>
    /// <returns>The exception with the position, or <paramref name="fault"/> if the input is a pipe, which cannot be read again, or the converter accepts all texts.</returns>
    public static async Task<BlittableException> LocateAsync(
        BlittableException fault, InputFile input, CommandStreams streams, BlittableTextOptions options, CancellationToken cancellation)
    {
        if (input.Length == 0)
        {
            return fault;
        }

        try
        {
            await using var stream = new InputStream(input.Open(streams), _ => { });
            using var converter = new BlittableConverter();
            await foreach (var document in converter.ConvertTextsAsync(stream, options, cancellation))
            {
                cancellation.ThrowIfCancellationRequested();
            }

            return fault;
        }
        catch (BlittableException located)
        {
            return located;
        }
    }

    /// <summary>Determines whether a file has an extension of JSON, with or without one of a compression.</summary>
    public static bool IsNamedLikeJson(InputFile input) => Extensions.Any(extension => input.Path.EndsWith(extension, StringComparison.OrdinalIgnoreCase));

    /// <summary>Removes the extension of a compression format from a path.</summary>
    public static string PlainPath(string path) => ExtensionOf(path) is ".gz" or ".zst" or ".br" ? path[..^Path.GetExtension(path).Length] : path;

    private static bool AreLines(InputFile input) => ExtensionOf(PlainPath(input.Path)) is ".ndjson" or ".jsonl";

    private static string ExtensionOf(string path) => Path.GetExtension(path).ToLowerInvariant();
}
