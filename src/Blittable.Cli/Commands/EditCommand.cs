using System.CommandLine;

namespace Blittable.Cli;

/// <summary>A command that edits files with one document.</summary>
internal abstract class EditCommand : DocumentCommand
{
    private readonly OutputOption _output = new("A file, a folder (existing, or ending in '/'), or '-' for standard output. Default: replace each input.");
    private readonly ParentsOption _parents = new();
    private readonly ForceOption _force = new();

    protected EditCommand(string name, string description, CommandStreams streams)
        : base(name, description, streams)
    {
        Options.Add(_output);
        Options.Add(_parents);
        Options.Add(_force);
    }

    protected override IReadOnlyCollection<string> Extensions => [DocumentFormat.OneExtension];

    /// <summary>Returns the change that a command line specifies.</summary>
    /// <exception cref="UsageException">The command line specifies no change.</exception>
    protected abstract Action<BlittableEditor> Read(ParseResult parsed);

    /// <summary>Returns the other files that the command reads.</summary>
    protected virtual IEnumerable<string?> FilesOf(ParseResult parsed) => [DictionaryOf(parsed)];

    protected override Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var change = Read(parsed);
        var target = parsed.GetValue(_output);
        var plan = target is null ? null : OutputPlan.Create(
            target, OutputKind.Documents, inputs, besideInputs: false, Streams.Output, parsed.GetValue(_parents), FilesOf(parsed));
        if (plan is { ToStandard: true })
        {
            plan.RequireOneOfStandard(inputs);
            _force.RequireNoTerminal(parsed, Streams, "Documents are binary");
        }

        return ForEachAsync(
            inputs,
            async input =>
            {
                byte[]? changed = null;
                var count = await ForEachDocumentAsync(
                    input,
                    _ => { },
                    document =>
                    {
                        using var editor = new BlittableEditor(document);
                        change(editor);
                        using var compact = editor.Compact();
                        changed = compact.Bytes.ToArray();
                    },
                    cancellation);
                if (count != 1 || (plan is null && input.IsStandard))
                {
                    throw new UsageException(count != 1
                        ? $"'{input.Path}' has {Figures.Documents(count)}; only files with one document can be edited."
                        : "Specify '--output' to edit a document from standard input.",
                        isOfInput: true);
                }

                using var output = plan is null ? OutputFile.Create(OutputGuard.InPlace(input)) : plan.Open(input, DocumentFormat.OneExtension);
                output.Stream.Write(changed!);
                output.Commit();
            },
            cancellation);
    }
}
