using System.CommandLine;
using Apache.Arrow.Ipc;
using Blittable.Cli;
using Blittable.Collections;

namespace Blittable.Arrow.Tool;

/// <summary><c>blittable export</c>: exports a collection to a Parquet or Arrow file.</summary>
internal sealed class ExportCommand : FileCommand
{
    private const string ParquetExtension = ".parquet";
    private const string ArrowExtension = ".arrow";

    private readonly OutputOption _output = new(
        $"The file: '{ParquetExtension}' for Parquet, '{ArrowExtension}' for the Arrow file format. Default: a Parquet file next to the input, replacing an earlier one.", "file");

    private readonly ParentsOption _parents = new();
    private readonly NumberOption _batchRows = new("--batch-rows", 1) { Description = "The maximum number of rows in a row group or record batch." };

    private readonly Option<bool> _distinguishNulls = new("--distinguish-nulls")
    {
        Description = "Store a path that is null in some objects and absent in others as JSON text, to distinguish the two.",
    };

    private readonly Option<string?> _orderBy = new("--order-by")
    {
        Description = "The path to sort the rows by, which allows readers to skip row groups.", HelpName = "path",
    };

    private readonly Option<string?> _partitionBy = new("--partition-by")
    {
        Description = "Write one Parquet file per value at this path, each in its own subfolder of the output folder.", HelpName = "path",
    };

    private readonly Option<string?> _schema = new("--schema")
    {
        Description = "The columns, such as 'id BIGINT, price DECIMAL(10, 2), tags VARCHAR[]', or a Parquet file with the columns. Default: inferred from the documents.",
        HelpName = "columns|file",
    };

    private readonly Option<bool> _unfitAsNull = new("--unfit-as-null")
    {
        Description = "Write a null for each value that its column in the schema cannot store, and list the columns, instead of failing.",
    };

    public ExportCommand(CommandStreams streams)
        : base("export", "Export a collection to a Parquet file, which Spark, Trino and DuckDB can read, or to an Arrow file.", streams, "A collection.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_parents);
        Options.Add(_batchRows);
        Options.Add(_distinguishNulls);
        Options.Add(_orderBy);
        Options.Add(_partitionBy);
        Options.Add(_schema);
        Options.Add(_unfitAsNull);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs is not [{ IsStandard: false } input])
        {
            throw new UsageException("'export' requires exactly one collection file.");
        }

        var partition = parsed.GetValue(_partitionBy) is { } path ? PathText.Complete(path) : null;
        var target = parsed.GetValue(_output) ?? Path.ChangeExtension(input.Path, partition is null ? ParquetExtension : null);
        var isArrow = Path.GetExtension(target).Equals(ArrowExtension, StringComparison.OrdinalIgnoreCase);
        if (partition is null && !isArrow && !Path.GetExtension(target).Equals(ParquetExtension, StringComparison.OrdinalIgnoreCase))
        {
            throw new UsageException($"The extension of '{target}' is not supported; use '{ParquetExtension}' or '{ArrowExtension}'.");
        }

        var output = partition is null ? new OutputGuard(inputs).Require(target, OutputKind.Table) : null;
        if (partition is not null && (target == "-" || File.Exists(target)))
        {
            throw new UsageException($"The output must be a folder for '--partition-by', not '{target}'.");
        }

        _parents.RequireFolderOf(parsed, target);
        var schema = parsed.GetValue(_schema) is { } text ? SchemaText.Read(text) : null;
        if (schema is not null && parsed.GetValue(_distinguishNulls))
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
                    DistinguishNulls = parsed.GetValue(_distinguishNulls),
                    OrderBy = parsed.GetValue(_orderBy) is { } order ? PathText.Complete(order) : null,
                    Schema = schema,
                    OnUnfitValue = unfit is null ? null : unfit.Add,
                };
                if (parsed.GetValue(_batchRows) is { } rows)
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

    private UnfitValues? UnfitValuesOf(ParseResult parsed) => !parsed.GetValue(_unfitAsNull) ? null
        : parsed.GetValue(_schema) is not null ? new UnfitValues()
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
