namespace Blittable.Cli;

/// <summary>Reads the first texts of an input into memory for a measurement.</summary>
internal sealed class BenchTexts(InputFile input, CommandStreams streams, BlittableTextOptions options)
{
    /// <summary>The size after which no more texts are read without a limit of the command line. The measured forms hold the texts several times.</summary>
    public const int DefaultMegabytes = 64;

    private const long Megabyte = 1_000_000;

    /// <summary>Reads texts, each into its own array, and runs a measurement of them.</summary>
    /// <param name="limit">The maximum number of texts, or null for those that begin in the first <see cref="DefaultMegabytes"/>.</param>
    /// <param name="measure">The measurement.</param>
    /// <param name="cancellation">Cancels reading.</param>
    /// <exception cref="BlittableException">A text is not JSON, the input has no text, or it is damaged.</exception>
    public async Task RunAsync(long? limit, Action<IReadOnlyList<ReadOnlyMemory<byte>>> measure, CancellationToken cancellation)
    {
        try
        {
            var (texts, isWhole) = await ReadAsync(limit, cancellation);
            measure(texts);
            if (!isWhole)
            {
                streams.WriteNote(
                    $"{input.Path}: measured {(texts.Count == 1 ? "the first document" : $"the first {Figures.Documents(texts.Count)}")} of the input, "
                    + $"{Figures.Bytes(texts.Sum(text => (long)text.Length))}; '--limit' sets another number");
            }
        }
        catch (BlittableException fault)
        {
            throw await TextInput.LocateAsync(fault, input, streams, options, cancellation);
        }
    }

    private async Task<(List<ReadOnlyMemory<byte>> Texts, bool IsWhole)> ReadAsync(long? limit, CancellationToken cancellation)
    {
        List<ReadOnlyMemory<byte>> texts = [];
        long bytes = 0;
        await using var stream = new InputStream(input.Open(streams), _ => { });
        await foreach (var text in BlittableTexts.ReadAsync(stream, options, cancellation))
        {
            if (limit is { } most ? texts.Count == most : bytes >= DefaultMegabytes * Megabyte)
            {
                return (texts, false);
            }

            texts.Add(text.ToArray());
            bytes += text.Length;
        }

        return texts.Count > 0 ? (texts, true) : throw new BlittableException(BlittableErrorCode.UnexpectedEnd, "The input contains no documents.");
    }
}
