using System.CommandLine;
using System.Text;
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
        : base("update", "Set values in the matching documents of collections, or patch them, in one commit each.", streams)
    {
        Options.Add(_set);
        Options.Add(_patch);
    }

    protected override string Change(ParseResult parsed, InputFile input, Filter filter, CancellationToken cancellation)
    {
        var assignments = _set.Read(parsed);
        if (assignments.Count > 0 == parsed.GetValue(_patch) is not null)
        {
            throw new UsageException("Specify the changes with either '--set' or '--patch'.");
        }

        using var writer = CollectionWriter.Append(input.Path);
        if (parsed.GetValue(_patch) is { } file)
        {
            using var patch = ReadPatch(file);
            var patched = writer.UpdateWhere(filter, patch);
            writer.Commit();
            return $"{Figures.Documents(patched)} changed";
        }

        using var reader = CollectionFormat.Open(input);
        var key = reader.Options.Key is { } path ? BlittablePath.Parse(path) : null;
        using var copies = new BlittableBuilder(new BlittableOptions { Mode = BlittableMode.Disk });
        long changed = 0;
        foreach (var batch in reader.Scan().Where(filter).WithCancellation(cancellation).Select([ScanExpression.Constant(true), .. assignments.Select(set => set.Value)]))
        {
            for (var i = 0; i < batch.Count; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                using var document = reader.Get(batch.RowNumbers[i]);

                // The copy needs no dictionary, which the editor would otherwise require.
                copies.Reset();
                copies.WriteValue(document.Root);
                using var copy = copies.ToDocument();
                using var editor = new BlittableEditor(copy);
                for (var j = 0; j < assignments.Count; j++)
                {
                    editor.Set(assignments[j].Path, assignments[j].Json ?? Encoding.UTF8.GetBytes(batch[i, j + 1].ToJson()));
                }

                // A document with an unchanged key is replaced. Otherwise, it is deleted and added.
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

    private static BlittablePatch ReadPatch(string file)
    {
        var json = File.ReadAllBytes(file);
        return BlittablePatch.Parse(json, json.AsSpan().TrimStart(" \t\r\n"u8) is [(byte)'[', ..] ? BlittablePatchKind.JsonPatch : BlittablePatchKind.MergePatch);
    }

    private static string? KeyOf(BlittableDocument document, BlittablePath key) => key.TryEvaluate(document.Root, out var value) ? value.ToJson() : null;
}
