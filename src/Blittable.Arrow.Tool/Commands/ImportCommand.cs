using System.CommandLine;
using Blittable.Cli;
using Blittable.Collections;

namespace Blittable.Arrow.Tool;

/// <summary><c>blittable import</c>: a Parquet file to a collection.</summary>
internal sealed class ImportCommand : FileCommand
{
    private const long Whole = 100;

    private readonly OutputOption _output = new($"The collection. By default beside the input, with the extension '{CollectionFormat.Extension}'.", "file");
    private readonly ParentsOption _parents = new();
    private readonly Option<string?> _key = new("--key") { Description = "The path of a value that no two documents share.", HelpName = "path" };

    private readonly ChoiceOption<CollectionLayout> _layout = new("--layout", CollectionLayout.Columns)
    {
        Description = "'rows' to fetch documents, 'columns' for scans and the smallest file, 'auto' to measure.",
    };

    public ImportCommand(CommandStreams streams)
        : base("import", "Reads the rows of a Parquet file into a new collection, a document each.", streams, "A Parquet file.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_parents);
        Options.Add(_key);
        Options.Add(_layout);
    }

    protected override IReadOnlyCollection<string> Extensions => [".parquet"];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("One Parquet file is imported at a time.");
        }

        var target = parsed.GetValue(_output) ?? Path.ChangeExtension(input.Path, CollectionFormat.Extension);
        OutputPlan.RequireOther(target, inputs);
        _parents.RequireFolderOf(parsed, target);
        var key = parsed.GetValue(_key) is { } path ? PathText.Complete(path) : null;
        using var source = File.OpenRead(input.Path);
        using var file = FileReplacement.Of(target);
        var count = await ProgressDisplay.RunAsync(Streams, "Importing", Whole, "percent", onPercent => Task.Run(
            () =>
            {
                using var writer = file.Create(name => CollectionWriter.Create(name, new CollectionOptions { Layout = parsed.GetValue(_layout), Key = key }));
                var imported = CollectionParquet.Import(source, writer, new StepProgress(Whole, onPercent), cancellation);
                writer.Commit();
                return imported;
            },
            CancellationToken.None));
        file.Commit();
        Streams.WriteNote($"{target}: {Figures.Documents(count)}, {Figures.Bytes(source.Length)} to {Figures.Bytes(new FileInfo(target).Length)}");
        return ExitCode.Done;
    }
}
