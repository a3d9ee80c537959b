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

    private readonly ImportOptions _options = new();

    public ImportCommand(CommandStreams streams)
        : base("import", ImportOptions.Purpose, streams, ImportOptions.Inputs)
    {
        AddInputs();
        _options.AddTo(this);
    }

    protected override IReadOnlyCollection<string> Extensions => [".parquet", ".arrow", ".feather"];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("'import' requires exactly one file.");
        }

        if (Path.GetExtension(input.Path).ToLowerInvariant() is ".csv" or ".tsv")
        {
            throw new UsageException($"'{input.Path}' is not a Parquet or Arrow file. DuckDB reads it: blittable sql \"from '{input.Path}'\" --output FILE");
        }

        var target = parsed.GetValue(_options.Output) ?? Path.ChangeExtension(input.Path, CollectionFormat.Extension);
        var output = new OutputGuard(inputs).Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_options.Replace));
        _options.Parents.RequireFolderOf(parsed, target);
        var key = parsed.GetValue(_options.Key) is { } path ? PathText.Complete(path) : null;
        using var source = File.OpenRead(input.Path);
        if (!source.CanSeek)
        {
            throw CollectionFormat.Unseekable(input);
        }

        using var file = FileReplacement.Of(output);
        var options = new ArrowImportOptions { UnreadableColumns = parsed.GetValue(_options.SkipUnreadable) ? UnreadableColumns.Skip : UnreadableColumns.Refuse };
        var result = await ProgressDisplay.RunAsync(Streams, "Importing", Whole, "percent", onPercent => Task.Run(
            () =>
            {
                using var writer = file.Create(name => CollectionWriter.Create(name, new CollectionOptions { Layout = _options.Layout.Read(parsed), Key = key }));
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
