using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The options of <c>export</c>. The command describes them, and the tool <c>blittable-arrow</c> reads them.</summary>
internal sealed class ExportOptions
{
    public const string ParquetExtension = ".parquet";
    public const string ArrowExtension = ".arrow";

    public const string Purpose = "Export a collection to a Parquet file, which Spark, Trino and DuckDB can read, or to an Arrow file.";

    public const string Inputs = "A collection.";

    public OutputOption Output { get; } = new(
        $"The file: '{ParquetExtension}' for Parquet, '{ArrowExtension}' for the Arrow file format. Default: a Parquet file next to the input, replacing an earlier one.", "file");

    public ParentsOption Parents { get; } = new();

    public NumberOption BatchRows { get; } = new("--batch-rows", 1) { Description = "The maximum number of rows in a row group or record batch." };

    public Option<bool> DistinguishNulls { get; } = new("--distinguish-nulls")
    {
        Description = "Store a path that is null in some objects and absent in others as JSON text, to distinguish the two.",
    };

    public Option<string?> OrderBy { get; } = new("--order-by")
    {
        Description = "The path to sort the rows by, which allows readers to skip row groups.", HelpName = "path",
    };

    public Option<string?> PartitionBy { get; } = new("--partition-by")
    {
        Description = "Write one Parquet file per value at this path, each in its own subfolder of the output folder.", HelpName = "path",
    };

    public Option<string?> Schema { get; } = new("--schema")
    {
        Description = "The columns, such as 'id BIGINT, price DECIMAL(10, 2), tags VARCHAR[]', or a Parquet file with the columns. Default: inferred from the documents.",
        HelpName = "columns|file",
    };

    public Option<bool> UnfitAsNull { get; } = new("--unfit-as-null")
    {
        Description = "Write a null for each value that its column in the schema cannot store, and list the columns, instead of failing.",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Options.Add(Output);
        command.Options.Add(Parents);
        command.Options.Add(BatchRows);
        command.Options.Add(DistinguishNulls);
        command.Options.Add(OrderBy);
        command.Options.Add(PartitionBy);
        command.Options.Add(Schema);
        command.Options.Add(UnfitAsNull);
    }
}
