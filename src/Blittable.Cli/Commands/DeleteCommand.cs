using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable delete</c>: deletes the documents of collections that match a condition.</summary>
internal sealed class DeleteCommand : CollectionChangeCommand
{
    private readonly Option<bool> _dryRun = new("--dry-run") { Description = "Count the matching documents without deleting them." };

    public DeleteCommand(CommandStreams streams)
        : base("delete", "Delete the matching documents of collections, in one commit each. Use 'compact' to reclaim the space.", "Deleting", streams) =>
        Options.Add(_dryRun);

    protected override string Change(ParseResult parsed, InputFile input, Filter filter, IProgress<double> progress, CancellationToken cancellation)
    {
        if (parsed.GetValue(_dryRun))
        {
            // A reader needs no right to write, and does not exclude a writer.
            return $"{Figures.Documents(RowsOf(input, filter, progress, cancellation).Count)} would be deleted";
        }

        using var writer = CollectionWriter.Append(input.Path);
        var rows = RowsOf(input, filter, progress, cancellation);
        rows.ForEach(row => writer.DeleteRow(row));
        writer.Commit();
        return $"{Figures.Documents(rows.Count)} deleted, {Figures.Count(writer.Count)} left";
    }
}
