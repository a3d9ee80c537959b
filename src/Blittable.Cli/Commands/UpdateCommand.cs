using System.CommandLine;
using System.Text;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable update</c>: sets values in the documents of a collection that pass a condition.</summary>
internal sealed class UpdateCommand : CollectionChangeCommand
{
    private readonly SetOption _set = new() { Required = true };

    public UpdateCommand(CommandStreams streams)
        : base("update", "Sets values in the documents of a collection that pass a condition, in one commit.", streams) =>
        Options.Add(_set);

    protected override string Change(ParseResult parsed, InputFile input, Filter filter, CancellationToken cancellation)
    {
        var assignments = _set.Read(parsed);
        using var writer = CollectionWriter.Append(input.Path);
        using var reader = CollectionFormat.Open(input);
        var key = reader.Options.Key is { } path ? BlittablePath.Parse(path) : null;
        long changed = 0;
        foreach (var batch in reader.Scan().Where(filter).WithCancellation(cancellation).Select([ScanExpression.Constant(true), .. assignments.Select(set => set.Value)]))
        {
            for (var i = 0; i < batch.Count; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                using var document = reader.Get(batch.RowNumbers[i]);
                using var editor = new BlittableEditor(document);
                for (var j = 0; j < assignments.Count; j++)
                {
                    editor.Set(assignments[j].Path, assignments[j].Json ?? Encoding.UTF8.GetBytes(batch[i, j + 1].ToJson()));
                }

                // A document whose key stays is replaced; any other is deleted and added.
                using var edited = editor.ToDocument();
                if (key is null || KeyOf(document, key) != KeyOf(edited, key) || !writer.Update(edited.Root))
                {
                    writer.DeleteRow(batch.RowNumbers[i]);
                    writer.Add(edited.Root);
                }

                changed++;
            }
        }

        writer.Commit();
        return $"{Figures.Documents(changed)} changed";
    }

    private static string? KeyOf(BlittableDocument document, BlittablePath key) => key.TryEvaluate(document.Root, out var value) ? value.ToJson() : null;
}
