using System.CommandLine;
using Apache.Arrow.Compression;
using Apache.Arrow.Ipc;
using Blittable.Cli;
using Blittable.Collections;

namespace Blittable.Arrow.Tool;

/// <summary><c>blittable import</c>: imports a Parquet or Arrow file into a collection.</summary>
internal sealed class ImportCommand : FileCommand
{
    private const long Whole = 100;

    private readonly OutputOption _output = new($"The collection. Default: next to the input, with the extension '{CollectionFormat.Extension}'.", "file");
    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();
    private readonly Option<string?> _key = new("--key") { Description = "The path of the key, which must be unique.", HelpName = "path" };

    private readonly ChoiceOption<CollectionLayout> _layout = new(
        "--layout",
        CollectionLayout.Columns,
        "'rows' to fetch whole documents, 'columns' for scans and the smallest file, 'auto' for the smaller of the two, measured on a sample.");

    private readonly Option<bool> _skipUnreadable = new("--skip-unreadable")
    {
        Description = "Skip columns that cannot be read and list them, instead of failing.",
    };

    public ImportCommand(CommandStreams streams)
        : base("import", "Import a Parquet or Arrow file into a new collection, one document per row.", streams, "A Parquet, Arrow or Feather file.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
        Options.Add(_key);
        Options.Add(_layout);
        Options.Add(_skipUnreadable);
    }

    protected override IReadOnlyCollection<string> Extensions => [".parquet", ".arrow", ".feather"];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("'import' requires exactly one file.");
        }

        var target = parsed.GetValue(_output) ?? Path.ChangeExtension(input.Path, CollectionFormat.Extension);
        var output = new OutputGuard(inputs).Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_replace));
        _parents.RequireFolderOf(parsed, target);
        var key = parsed.GetValue(_key) is { } path ? PathText.Complete(path) : null;
        using var source = File.OpenRead(input.Path);
        using var file = FileReplacement.Of(output);
        var options = new ArrowImportOptions { UnreadableColumns = parsed.GetValue(_skipUnreadable) ? UnreadableColumns.Skip : UnreadableColumns.Refuse };
        var result = await ProgressDisplay.RunAsync(Streams, "Importing", Whole, "percent", onPercent => Task.Run(
            () =>
            {
                using var writer = file.Create(name => CollectionWriter.Create(name, new CollectionOptions { Layout = _layout.Read(parsed), Key = key }));
                options = options with { Progress = new StepProgress(Whole, onPercent) };
                var imported = IsArrow(input.Path) ? ImportArrow(source, writer, options, cancellation) : CollectionParquet.Import(source, writer, options, cancellation);
                writer.Commit();
                return imported;
            },
            CancellationToken.None));
        file.Commit();
        foreach (var column in result.SkippedColumns)
        {
            Streams.WriteNote($"skipped column {column}");
        }

        Streams.WriteNote($"{target}: {Figures.Documents(result.Count)}, {Figures.Bytes(source.Length)} to {Figures.Bytes(new FileInfo(target).Length)}");
        return ExitCode.Done;
    }

    private static bool IsArrow(string path) => Path.GetExtension(path).ToLowerInvariant() is ".arrow" or ".feather" or ".ipc";

    private static ArrowImportResult ImportArrow(Stream source, CollectionWriter writer, ArrowImportOptions options, CancellationToken cancellation)
    {
        using var batches = new ArrowFileReader(source, allocator: null, new CompressionCodecFactory(), leaveOpen: true);
        return CollectionArrow.Import(batches, writer, options, cancellation);
    }
}
