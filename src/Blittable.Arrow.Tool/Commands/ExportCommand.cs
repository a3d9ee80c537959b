using System.CommandLine;
using Apache.Arrow.Ipc;
using Blittable.Cli;
using Blittable.Collections;

namespace Blittable.Arrow.Tool;

/// <summary><c>blittable export</c>: exports a collection to a Parquet or Arrow file.</summary>
internal sealed class ExportCommand : FileCommand
{
    private readonly ExportOptions _options = new();

    public ExportCommand(CommandStreams streams)
        : base("export", ExportOptions.Purpose, streams, ExportOptions.Inputs)
    {
        AddInputs();
        _options.AddTo(this);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("'export' requires exactly one collection file.");
        }

        var partition = parsed.GetValue(_options.PartitionBy) is { } path ? PathText.Complete(path) : null;
        var target = parsed.GetValue(_options.Output) ?? Path.ChangeExtension(input.Path, partition is null ? ExportOptions.ParquetExtension : null);
        var isArrow = Path.GetExtension(target).Equals(ExportOptions.ArrowExtension, StringComparison.OrdinalIgnoreCase);
        if (partition is null && !isArrow && !Path.GetExtension(target).Equals(ExportOptions.ParquetExtension, StringComparison.OrdinalIgnoreCase))
        {
            throw new UsageException($"The extension of '{target}' is not supported; use '{ExportOptions.ParquetExtension}' or '{ExportOptions.ArrowExtension}'.");
        }

        var output = partition is null ? new OutputGuard(inputs).Require(target, OutputKind.Table) : null;
        if (partition is not null && (target == "-" || File.Exists(target)))
        {
            throw new UsageException($"The output must be a folder for '--partition-by', not '{target}'.");
        }

        _options.Parents.RequireFolderOf(parsed, target);
        var schema = parsed.GetValue(_options.Schema) is { } text ? SchemaText.Read(text) : null;
        if (schema is not null && parsed.GetValue(_options.DistinguishNulls))
        {
            throw new UsageException("'--distinguish-nulls' requires inferred columns and cannot be combined with '--schema'.");
        }

        var unfit = UnfitValuesOf(parsed);
        using var reader = CollectionFormat.Open(input);
        if (schema is not null)
        {
            Warn(input, reader.Scan().GetWarnings([.. SchemaText.PathsOf(schema)]).Where(warning => warning.Kind == QueryWarningKind.MissingPath));
        }

        var size = await ProgressDisplay.RunAsync(Streams, "Exporting", reader.Count, "documents", onDocument => Task.Run(
            () =>
            {
                var options = new ArrowOptions
                {
                    Progress = new StepProgress(reader.Count, onDocument),
                    DistinguishNulls = parsed.GetValue(_options.DistinguishNulls),
                    OrderBy = parsed.GetValue(_options.OrderBy) is { } order ? PathText.Complete(order) : null,
                    Schema = schema,
                    OnUnfitValue = unfit is null ? null : unfit.Add,
                };
                if (parsed.GetValue(_options.BatchRows) is { } rows)
                {
                    options = options with { BatchRows = (int)Math.Min(rows, ArrowOptions.MaxBatchRows) };
                }

                if (partition is not null)
                {
                    CollectionParquet.ExportPartitioned(reader, target, partition, options, cancellation);
                    return new DirectoryInfo(target).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);
                }

                using var file = OutputFile.Create(output!);
                using var batches = reader.ToArrow(options, cancellation);
                if (isArrow)
                {
                    WriteArrow(batches, file.Stream, cancellation);
                }
                else
                {
                    CollectionParquet.Export(batches, file.Stream, cancellation);
                }

                file.Commit();
                return new FileInfo(target).Length;
            },
            CancellationToken.None));
        unfit?.WriteNotes(Streams);
        Streams.WriteNote($"{target}: {Figures.Documents(reader.Count)}, {Figures.Bytes(new FileInfo(input.Path).Length)} to {Figures.Bytes(size)}");
        return ExitCode.Done;
    }

    private UnfitValues? UnfitValuesOf(ParseResult parsed) => !parsed.GetValue(_options.UnfitAsNull) ? null
        : parsed.GetValue(_options.Schema) is not null ? new UnfitValues()
        : throw new UsageException("'--unfit-as-null' requires '--schema', because inferred columns store all values.");

    private static void WriteArrow(IArrowArrayStream batches, Stream output, CancellationToken cancellation)
    {
        using var writer = new ArrowFileWriter(output, batches.Schema, leaveOpen: true);
        writer.WriteStart();
        while (batches.ReadNextRecordBatchAsync(cancellation).AsTask().GetAwaiter().GetResult() is { } batch)
        {
            using (batch)
            {
                writer.WriteRecordBatch(batch);
            }
        }

        writer.WriteEnd();
    }
}
