using System.CommandLine;
using System.Text;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable verify</c>: verifies the integrity of every byte of documents and collections.</summary>
internal sealed class VerifyCommand : DocumentCommand
{
    public VerifyCommand(CommandStreams streams)
        : base(
            "verify", "Verify the integrity of every byte of documents, and of all documents, columns and indexes of collections.", streams, DocumentsOrCollections) => AddInputs();

    protected override IReadOnlyCollection<string> Extensions => [.. base.Extensions, CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        // Lines would disturb a progress bar on the same terminal.
        var held = Streams is { OutputIsTerminal: true, ErrorIsTerminal: true } ? new MemoryStream() : null;
        try
        {
            return await ProgressDisplay.RunAsync(Streams, "Verifying", inputs, onRead => ForEachAsync(inputs, input => VerifyAsync(input, onRead), cancellation));
        }
        finally
        {
            held?.WriteTo(Streams.Output);
        }

        async Task VerifyAsync(InputFile input, Action<long> onRead)
        {
            var count = CollectionFormat.IsCollection(input)
                ? VerifyCollection(input, MaxExpandedBytes, onRead, cancellation)
                : await ForEachDocumentAsync(input, onRead, document => document.Validate(ExpansionOption.OfFile(MaxExpandedBytes)), cancellation);
            (held ?? Streams.Output).Write(Encoding.UTF8.GetBytes($"{TerminalText.Escape(input.Path)}: valid, {Figures.Documents(count)}\n"));
        }
    }

    private static long VerifyCollection(InputFile input, long? maxExpandedBytes, Action<long> onRead, CancellationToken cancellation)
    {
        using var reader = CollectionFormat.Open(input, maxExpandedBytes);
        CollectionFormat.Validate(reader, new StepProgress(input.Length, onRead), cancellation);
        return reader.Count;
    }
}
