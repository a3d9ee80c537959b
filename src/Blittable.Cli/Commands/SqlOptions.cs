using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The arguments and options of <c>sql</c>. The command describes them, and the tool <c>blittable-arrow</c> reads them.</summary>
internal sealed class SqlOptions
{
    public const string Purpose = "Run a SQL query over collections with DuckDB.";

    public const string Inputs = "Collections.";

    public Argument<string> Query { get; } = new("sql")
    {
        Description = "The query, or statements of which the last one is the query. Each collection is a table, named like its file without the extension.",
    };

    public OutputOption Output { get; } = new(
        $"A new collection ('{CollectionFormat.Extension}') for the rows. Default: print the rows as newline-delimited JSON.", "file");

    public ReplaceOption Replace { get; } = new();

    public ParentsOption Parents { get; } = new();

    public Option<bool> Document { get; } = new("--document") { Description = "Add the column 'document' to each table, with the JSON of the whole document." };

    public Option<bool> NestedAsJson { get; } = new("--nested-as-json")
    {
        Description = "Return objects and arrays as JSON, which keeps absent properties and number texts, instead of STRUCT and LIST.",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Options.Add(Output);
        command.Options.Add(Replace);
        command.Options.Add(Parents);
        command.Options.Add(Document);
        command.Options.Add(NestedAsJson);
    }
}
