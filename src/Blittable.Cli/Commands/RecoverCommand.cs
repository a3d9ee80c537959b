using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable recover</c>: salvages the intact parts of a damaged collection into a new file.</summary>
internal sealed class RecoverCommand : FileCommand
{
    private const string Suffix = ".recovered" + CollectionFormat.Extension;

    private readonly OutputOption _output = new($"The new collection. Default: next to the input, with the extension '{Suffix}'.", "file");
    private readonly Option<string?> _partial = new("--partial")
    {
        Description = "A second collection for documents that lost some of their values. For each, it stores the row, the lost paths and the remaining values.",
        HelpName = "file",
    };

    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();

    public RecoverCommand(CommandStreams streams)
        : base(
            "recover",
            "Salvage the intact parts of a damaged collection into a new file and report the losses. The exit code is 1 if any data is or may be lost.",
            streams,
            "A collection.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_partial);
        Options.Add(_replace);
        Options.Add(_parents);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("'recover' requires exactly one collection file.");
        }

        var target = parsed.GetValue(_output) ?? Path.ChangeExtension(input.Path, Suffix);
        var guard = new OutputGuard(inputs);
        guard.Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_replace));
        _parents.RequireFolderOf(parsed, target);
        var partial = parsed.GetValue(_partial);
        if (partial is not null)
        {
            guard.Require(partial, OutputKind.Collection, _partial.Name, parsed.GetValue(_replace));
            _parents.RequireFolderOf(parsed, partial);
        }

        var report = await ProgressDisplay.RunAsync(Streams, "Recovering", inputs, onRead =>
        {
            var options = new CollectionRecoveryOptions { PartialOutput = partial, Progress = new StepProgress(input.Length, onRead) };
            return Task.Run(() => Recover(input, target, options, cancellation), cancellation);
        });
        foreach (var finding in report.Findings)
        {
            await Streams.Error.WriteLineAsync(TerminalText.Escape($"{input.Path}: {finding}"));
        }

        if (report.PartialDocuments > 0)
        {
            var kept = partial is null ? "use '--partial' to save their remaining values" : $"their remaining values are in {partial}";
            await Streams.Error.WriteLineAsync(TerminalText.Escape(
                $"{Figures.Documents(report.PartialDocuments)} lost values at {string.Join(", ", report.LostPaths)}; {kept}"));
        }

        var lost = report.LostDocuments > 0 ? $"{Figures.Documents(report.LostDocuments)} lost"
            : report.IsComplete ? "none lost"
            : "none known to be lost";
        var summary = $"{target}: {Figures.Documents(report.Documents)} recovered of {Figures.Documents(report.ExpectedDocuments)} expected, {lost}";
        if (report.IsComplete)
        {
            Streams.WriteNote(summary);
        }
        else
        {
            await Streams.Error.WriteLineAsync(TerminalText.Escape(summary));
        }

        return report.IsComplete ? ExitCode.Done : ExitCode.BadData;
    }

    private static CollectionRecoveryReport Recover(InputFile input, string target, CollectionRecoveryOptions options, CancellationToken cancellation)
    {
        try
        {
            return CollectionRecovery.Recover(input.Path, target, options, cancellation);
        }
        catch (NotSupportedException)
        {
            throw CollectionFormat.Unseekable(input);
        }
    }
}
