using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>The options of <c>import</c>. The command describes them, and the tool <c>blittable-arrow</c> reads them.</summary>
internal sealed class ImportOptions
{
    public const string Purpose = "Import a Parquet or Arrow file into a new collection, one document per row.";

    public const string Inputs = "A Parquet, Arrow or Feather file.";

    public OutputOption Output { get; } = new($"The collection. Default: next to the input, with the extension '{CollectionFormat.Extension}'.", "file");

    public ReplaceOption Replace { get; } = new();

    public ParentsOption Parents { get; } = new();

    public Option<string?> Key { get; } = new("--key") { Description = "The path of the key, which must be unique.", HelpName = "path" };

    public ChoiceOption<CollectionLayout> Layout { get; } = new(
        "--layout",
        CollectionLayout.Columns,
        "'rows' to fetch whole documents, 'columns' for scans and the smallest file, 'hybrid' for whole documents plus the key as a column, "
            + "'auto' for the smaller of rows and columns, measured on a sample.");

    public Option<bool> SkipUnreadable { get; } = new("--skip-unreadable")
    {
        Description = "Skip columns that cannot be read and list them, instead of failing.",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Options.Add(Output);
        command.Options.Add(Replace);
        command.Options.Add(Parents);
        command.Options.Add(Key);
        command.Options.Add(Layout);
        command.Options.Add(SkipUnreadable);
    }
}
