using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable diff A B</c>: what has changed from one document, or one collection, to another.</summary>
internal sealed class DiffCommand : DocumentCommand
{
    private readonly Option<bool> _patch = new("--patch")
    {
        Description = "Print a JSON Patch (RFC 6902) that turns A into B; of collections a line for each document: its key and its patch.",
    };

    private readonly Option<bool> _exitCode = new("--exit-code") { Description = "End with exit code 1 if there are differences." };

    public DiffCommand(CommandStreams streams)
        : base("diff", "Shows what has changed from one document or collection to another.", streams, new ArgumentArity(2, 2))
    {
        AddInputs();
        Options.Add(_patch);
        Options.Add(_exitCode);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension, DocumentFormat.OneExtension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs.Count > 2)
        {
            throw new UsageException("Two documents or two collections are compared: 'blittable diff A B'.");
        }

        var (left, right) = (inputs[0], inputs[^1]);
        if (CollectionFormat.IsCollection(left) != CollectionFormat.IsCollection(right))
        {
            throw new UsageException("A collection is compared with a collection, and a document with a document.");
        }

        using var output = OutputFile.Over(Streams.DataOutput);
        var report = new DiffReport(output.Stream, parsed.GetValue(_patch));
        if (CollectionFormat.IsCollection(left))
        {
            using var collections = CollectionInputs.Open([left, right], MaxExpandedBytes);
            new CollectionDiff(collections.Readers[0], collections.Readers[1], report).Run(cancellation);
        }
        else
        {
            using var from = await ReadAsync(left, cancellation);
            using var to = await ReadAsync(right, cancellation);
            report.Write(from, to);
        }

        output.Commit();
        return report.HasDifferences && parsed.GetValue(_exitCode) ? ExitCode.BadData : ExitCode.Done;
    }

    /// <summary>Reads a document, or JSON text as a document.</summary>
    private async Task<BlittableDocument> ReadAsync(InputFile input, CancellationToken cancellation)
    {
        if (!input.IsStandard)
        {
            var bytes = await File.ReadAllBytesAsync(input.Path, cancellation);
            if (JsonText.LooksLikeJson(bytes))
            {
                return BlittableDocument.Parse(bytes, new BlittableOptions { MaxDepth = int.MaxValue });
            }
        }

        BlittableDocument? copy = null;
        var count = await ForEachDocumentAsync(input, _ => { }, document => copy ??= document.Root.Clone(), cancellation);
        if (count != 1)
        {
            copy?.Dispose();
            throw new UsageException($"'{input.Path}' has {Figures.Documents(count)}; files of one are compared. 'blittable pack' makes collections, which are compared by key.");
        }

        return copy!;
    }
}
