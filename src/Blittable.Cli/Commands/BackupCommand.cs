using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable backup</c>: copies the last commit of a collection, even while a writer appends.</summary>
internal sealed class BackupCommand : FileCommand
{
    private readonly OutputOption _output = new("The backup file. It is written atomically.", "file") { Required = true };
    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();

    public BackupCommand(CommandStreams streams)
        : base("backup", "Copy the last commit of a collection to a new file and verify all checksums, even while a writer appends.", streams, "A collection.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("'backup' requires exactly one collection file.");
        }

        var target = parsed.GetValue(_output)!;
        new OutputGuard(inputs).Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_replace));
        _parents.RequireFolderOf(parsed, target);
        using var reader = CollectionFormat.Open(input);
        await ProgressDisplay.RunAsync(Streams, "Copying", inputs, async onRead =>
        {
            await reader.BackupToAsync(target, new StepProgress(input.Length, onRead), cancellation);
            return true;
        });
        Streams.WriteNote($"{target}: {Figures.Documents(reader.Count)}, {Figures.Bytes(new FileInfo(target).Length)}");
        return ExitCode.Done;
    }
}
