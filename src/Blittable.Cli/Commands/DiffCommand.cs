using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable diff A B</c>: shows the differences between two documents or two collections.</summary>
internal sealed class DiffCommand : DocumentCommand
{
    private readonly Option<bool> _patch = new("--patch")
    {
        Description = "Print a JSON Patch (RFC 6902) that turns A into B. For collections, print one line per changed document with its key and patch.",
    };

    private readonly Option<bool> _exitCode = new("--exit-code") { Description = "Exit with code 1 if there are differences." };

    public DiffCommand(CommandStreams streams)
        : base("diff", "Show the differences between two documents or two collections. The order of properties and the spelling of equal numbers are not compared.", streams, "Two documents, two JSON files or two collections.", new ArgumentArity(2, 2))
    {
        AddInputs();
        Options.Add(_patch);
        Options.Add(_exitCode);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension, DocumentFormat.OneExtension];

    protected override bool ReadsJson => true;

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs.Count > 2)
        {
            throw new UsageException("'diff' compares exactly two documents or collections: 'blittable diff A B'.");
        }

        var (left, right) = (inputs[0], inputs[^1]);
        if (CollectionFormat.IsCollection(left) != CollectionFormat.IsCollection(right))
        {
            throw new UsageException("A collection cannot be compared with a document.");
        }

        using var output = OutputFile.Over(Streams.DataOutput);
        var report = new DiffReport(output.Stream, parsed.GetValue(_patch));
        if (CollectionFormat.IsCollection(left))
        {
            using var collections = CollectionInputs.Open([left, right], MaxExpandedBytes);
            var diff = new CollectionDiff(collections.Readers[0], collections.Readers[1], report);
            await ProgressDisplay.RunAsync(
                Streams, "Comparing", collections.Readers.Sum(reader => reader.Count), "documents", onDocument => Task.Run(() => diff.Run(onDocument, cancellation), CancellationToken.None), isStreaming: true);
        }
        else
        {
            await ProgressDisplay.RunAsync(Streams, "Comparing", [left, right], onRead => CompareAsync(left, right, report, onRead, cancellation), isStreaming: true);
        }

        output.Commit();
        return report.HasDifferences && parsed.GetValue(_exitCode) ? ExitCode.BadData : ExitCode.Done;
    }

    private async Task<bool> CompareAsync(InputFile left, InputFile right, DiffReport report, Action<long> onRead, CancellationToken cancellation)
    {
        using var from = await ReadAsync(left, onRead, cancellation);
        using var to = await ReadAsync(right, onRead, cancellation);
        report.Write(from, to);
        return true;
    }

    /// <summary>Reads a document, or converts JSON text to a document.</summary>
    private async Task<BlittableDocument> ReadAsync(InputFile input, Action<long> onRead, CancellationToken cancellation)
    {
        var (json, source) = await JsonText.ReadAsync(input, onRead, cancellation);
        if (json is { } text)
        {
            return BlittableDocument.Parse(text.Span, new BlittableOptions { MaxDepth = int.MaxValue });
        }

        BlittableDocument? copy = null;
        var count = await ForEachDocumentAsync(source, onRead, document => copy ??= document.Root.Clone(), cancellation);
        if (count != 1)
        {
            copy?.Dispose();
            throw new UsageException($"'{input.Path}' has {Figures.Documents(count)}, but 'diff' compares files with one document. "
                + "Use 'blittable pack' to create collections, which are compared by key.");
        }

        return copy!;
    }
}
