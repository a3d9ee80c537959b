using System.CommandLine;
using System.Text;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable schema</c>: prints the structure of documents, as a tree for people or as a JSON Schema for programs.</summary>
internal sealed class SchemaCommand : DocumentCommand
{
    private readonly ChoiceOption<SchemaFormat> _format = new(
        "--format",
        SchemaFormat.Tree,
        "'tree' for a tree with types, frequencies and examples, or 'json' for a JSON Schema.");

    private readonly NumberOption _limit = new("--limit", least: 1) { Description = "The maximum number of documents to examine. Default: all." };

    public SchemaCommand(CommandStreams streams)
        : base("schema", "Show the structure of documents: their properties, types, and which properties are optional.", streams, DocumentsOrCollections)
    {
        AddInputs();
        Options.Add(_format);
        Options.Add(_limit);
    }

    private enum SchemaFormat
    {
        Tree,
        Json,
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension, .. base.Extensions];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var root = new PathProfile();
        var left = parsed.GetValue(_limit) ?? long.MaxValue;
        var outcome = await ProgressDisplay.RunAsync(Streams, "Examining", inputs, onRead => ForEachAsync(
            inputs,
            async input =>
            {
                if (CollectionFormat.IsCollection(input))
                {
                    using var reader = CollectionFormat.Open(input, MaxExpandedBytes);
                    var progress = new StepProgress(input.Length, onRead);
                    CollectionFormat.ForEachDocument(
                        reader,
                        (row, document) =>
                        {
                            root.Add(document);
                            left--;
                            progress.Report((row + 1.0) / reader.RowCount);
                        },
                        cancellation,
                        () => left <= 0);
                    return;
                }

                await ForEachDocumentAsync(
                    input,
                    onRead,
                    document =>
                    {
                        root.Add(document.Root);
                        left--;
                    },
                    cancellation,
                    () => left <= 0);
            },
            cancellation));
        if (root.Count == 0)
        {
            if (outcome == ExitCode.Done)
            {
                Streams.WriteError("The input contains no documents.");
            }

            return outcome == ExitCode.Done ? ExitCode.BadData : outcome;
        }

        using var output = OutputFile.Over(Streams.DataOutput);
        if (_format.Read(parsed) == SchemaFormat.Json)
        {
            await using var writer = new Utf8JsonWriter(output.Stream, new JsonWriterOptions
            {
                Indented = true,
                Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,

                // Two levels for each level of the documents, which may be deeper than the default limit.
                MaxDepth = int.MaxValue,
            });
            root.WriteJsonSchema(writer, isRoot: true);
            await writer.FlushAsync(cancellation);
            output.Stream.WriteByte((byte)'\n');
        }
        else
        {
            var tree = new StringBuilder();
            root.AppendTree(tree, "$");
            output.Stream.Write(Encoding.UTF8.GetBytes(tree.ToString()));
        }

        output.Commit();
        return outcome;
    }
}
