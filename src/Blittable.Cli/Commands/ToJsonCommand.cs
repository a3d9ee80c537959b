using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable to-json</c>: converts documents to JSON, one text per line.</summary>
internal sealed class ToJsonCommand : DocumentCommand
{
    private readonly OutputOption _output = new("A file, a folder (existing, or ending in '/'), or '-' for standard output. Default: standard output.");
    private readonly ParentsOption _parents = new();

    private readonly Option<bool> _indent = new("--indent")
    {
        Description = "Indent the JSON, with one property or element per line.",
    };

    public ToJsonCommand(CommandStreams streams)
        : base("to-json", "Convert documents to JSON. A file with several documents becomes newline-delimited JSON.", streams)
    {
        AddInputs();
        Options.Add(_indent);
        Options.Add(_output);
        Options.Add(_parents);
    }

    protected override Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var plan = OutputPlan.Create(
            parsed.GetValue(_output), OutputKind.Json, inputs, besideInputs: false, Streams.DataOutput, parsed.GetValue(_parents), DictionaryOf(parsed));
        var options = new BlittableJsonOptions { Indented = parsed.GetValue(_indent) };
        return ProgressDisplay.RunAsync(
            Streams, "Writing JSON", inputs, onRead => ForEachAsync(inputs, input => WriteAsync(input, onRead), cancellation), isStreaming: plan.ToStandard);

        async Task WriteAsync(InputFile input, Action<long> onRead)
        {
            var isMany = Path.GetExtension(input.Name) == DocumentFormat.ManyExtension;
            using var output = plan.Open(input, isMany && !options.Indented ? ".ndjson" : ".json");
            await ForEachDocumentAsync(
                input,
                onRead,
                document =>
                {
                    document.Root.WriteJson(output.Stream, options);
                    output.Stream.WriteByte((byte)'\n');
                },
                cancellation);
            output.Commit();
        }
    }
}
