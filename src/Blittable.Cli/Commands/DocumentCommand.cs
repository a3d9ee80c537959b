namespace Blittable.Cli;

/// <summary>A command that reads documents.</summary>
internal abstract class DocumentCommand(string name, string description, CommandStreams streams)
    : FileCommand(name, description, streams, "Files of documents, folders, patterns such as 'data/**/*.blit', or '-'.")
{
    protected override IReadOnlyCollection<string> Extensions => [DocumentFormat.OneExtension, DocumentFormat.ManyExtension];

    /// <summary>Does something with each document of a file.</summary>
    /// <returns>How many there are.</returns>
    /// <exception cref="BlittableException">What it threw, and which document of the file that was.</exception>
    protected async Task<long> ForEachDocumentAsync(InputFile input, Action<long> onRead, Action<BlittableDocument> process, CancellationToken cancellation)
    {
        await using var stream = new InputStream(input.Open(Streams), onRead);
        var reader = new DocumentReader(stream);
        while (await reader.ReadAsync(cancellation))
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                using var document = BlittableDocument.Open(reader.Document);
                process(document);
            }
            catch (BlittableException fault) when (reader.IsMany)
            {
                throw new BlittableException(fault.Code, $"Document {reader.Number}: {fault.Message}", fault.Offset, innerException: fault);
            }
        }

        return reader.Number;
    }
}
