using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable update</c>: sets values in the documents of collections that match a condition.</summary>
internal sealed class UpdateCommand : CollectionChangeCommand
{
    private readonly SetOption _set = new();
    private readonly Option<string> _patch = new("--patch")
    {
        Description = "A JSON file: an array of operations (JSON Patch, RFC 6902) or an object with changes (JSON Merge Patch, RFC 7396).", HelpName = "file",
    };

    public UpdateCommand(CommandStreams streams)
        : base("update", "Set values in the matching documents of collections, or patch them, in one commit each.", "Updating", streams)
    {
        Options.Add(_set);
        Options.Add(_patch);
    }

    protected override IEnumerable<ScanExpression> ExpressionsOf(ParseResult parsed) => _set.Read(parsed).Select(assignment => assignment.Value).OfType<ScanExpression>();

    protected override string Change(ParseResult parsed, InputFile input, Filter filter, IProgress<double> progress, CancellationToken cancellation)
    {
        var assignments = _set.Read(parsed);
        if (assignments.Count > 0 == parsed.GetValue(_patch) is not null)
        {
            throw new UsageException("Specify the changes with either '--set' or '--patch'.");
        }

        using var writer = CollectionWriter.Append(input.Path);
        writer.Progress = progress;
        using var patch = parsed.GetValue(_patch) is { } file ? ReadPatch(file) : null;
        var changed = patch is null ? writer.UpdateWhere(filter, assignments, cancellation) : writer.UpdateWhere(filter, Apply);
        writer.Commit();
        return $"{Figures.Documents(changed)} changed";

        void Apply(BlittableEditor editor)
        {
            cancellation.ThrowIfCancellationRequested();
            patch.ApplyTo(editor);
        }
    }

    private static BlittablePatch ReadPatch(string file)
    {
        var (json, isOperations) = OptionFile.ReadPatch(file, "--patch");
        return BlittablePatch.Parse(json, isOperations ? BlittablePatchKind.JsonPatch : BlittablePatchKind.MergePatch);
    }
}
