using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable recover</c>: what is whole of a damaged collection to a new file.</summary>
internal sealed class RecoverCommand : FileCommand
{
    private const string Suffix = ".recovered" + CollectionFormat.Extension;

    private readonly OutputOption _output = new($"The new collection. By default beside the input, with the extension '{Suffix}'.", "file");
    private readonly ParentsOption _parents = new();

    public RecoverCommand(CommandStreams streams)
        : base("recover", "Writes what is whole of a damaged collection to a new file, and says what is lost.", streams, "A collection.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_parents);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("One collection is recovered at a time, from a file.");
        }

        var target = parsed.GetValue(_output) ?? Path.ChangeExtension(input.Path, Suffix);
        OutputPlan.RequireOther(target, inputs);
        _parents.RequireFolderOf(parsed, target);
        var report = await Task.Run(() => CollectionRecovery.Recover(input.Path, target, cancellation), cancellation);
        foreach (var finding in report.Findings)
        {
            await Streams.Error.WriteLineAsync(TerminalText.Escape($"{input.Path}: {finding}"));
        }

        var lost = report.LostDocuments == 0 ? "none of them lost" : $"{Figures.Documents(report.LostDocuments)} lost";
        await Streams.Error.WriteLineAsync(
            TerminalText.Escape($"{target}: {Figures.Documents(report.Documents)} as of commit {report.CommitNumber}, {lost}"));
        return report.LostDocuments == 0 ? ExitCode.Done : ExitCode.BadData;
    }
}
