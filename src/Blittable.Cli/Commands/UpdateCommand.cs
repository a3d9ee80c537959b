using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable update</c>: sets values in the documents of collections that match a condition.</summary>
internal sealed class UpdateCommand : CollectionChangeCommand
{
    private readonly SetOption _set = new();
    private readonly Option<string> _patch = new("--patch")
    {
        Description = "A JSON file, or '-' for standard input: an array of operations (JSON Patch, RFC 6902) or an object with changes (JSON Merge Patch, RFC 7396).", HelpName = "file",
    };

    private List<CollectionAssignment> _assignments = [];
    private (byte[] Json, BlittablePatchKind Kind)? _changes;

    public UpdateCommand(CommandStreams streams)
        : base("update", "Set values in the matching documents of collections, or patch them, in one commit each.", "Updating", streams)
    {
        Options.Add(_set);
        Options.Add(_patch);
    }

    /// <summary>Reads the changes once for all collections, because the patch may come from a pipe.</summary>
    protected override void Prepare(ParseResult parsed)
    {
        _assignments = _set.Read(parsed);
        var file = parsed.GetValue(_patch);
        if (_assignments.Count > 0 == file is not null)
        {
            throw new UsageException("Specify the changes with either '--set' or '--patch'.");
        }

        if (file is not null)
        {
            var (json, isOperations) = OptionFile.ReadPatch(file, _patch.Name, Streams);
            _changes = (json, isOperations ? BlittablePatchKind.JsonPatch : BlittablePatchKind.MergePatch);
            ParsePatch(file, _changes.Value).Dispose();
        }
    }

    protected override IEnumerable<ScanExpression> ExpressionsOf(ParseResult parsed) => _assignments.Select(assignment => assignment.Value).OfType<ScanExpression>();

    protected override string Change(ParseResult parsed, InputFile input, Filter filter, IProgress<double> progress, CancellationToken cancellation)
    {
        using var writer = CollectionWriter.Append(input.Path);
        writer.Progress = progress;
        using var patch = _changes is { } changes ? BlittablePatch.Parse(changes.Json, changes.Kind) : null;
        var changed = patch is null ? writer.UpdateWhere(filter, _assignments, cancellation) : writer.UpdateWhere(filter, Apply);
        writer.Commit();
        return $"{Figures.Documents(changed)} changed";

        void Apply(BlittableEditor editor)
        {
            cancellation.ThrowIfCancellationRequested();
            patch.ApplyTo(editor);
        }
    }

    /// <exception cref="BlittableException">The file is not a patch.</exception>
    private static BlittablePatch ParsePatch(string file, (byte[] Json, BlittablePatchKind Kind) changes)
    {
        try
        {
            return BlittablePatch.Parse(changes.Json, changes.Kind);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(fault.Code, $"{file}: {fault.Message}", fault.Offset, fault.Line, fault.Column, fault);
        }
    }
}
