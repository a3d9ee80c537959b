using System.Text;

namespace Blittable.Cli;

/// <summary>Writes the differences between documents as JSON Patch, or as one line per operation.</summary>
internal sealed class DiffReport(Stream output, bool isPatch)
{
    /// <summary>The maximum number of characters of a value in a line.</summary>
    private const int MaxValue = 100;

    /// <summary>The maximum number of bytes to copy to show old values. Beyond it, lines show only new values.</summary>
    private const long MaxCopied = 1L << 30;

    /// <summary>Gets a value that indicates whether a difference was written.</summary>
    public bool HasDifferences { get; private set; }

    /// <summary>Writes the differences between two documents.</summary>
    public void Write(BlittableDocument from, BlittableDocument to)
    {
        using var patch = BlittablePatch.Diff(from, to);
        HasDifferences |= !patch.IsEmpty;
        if (isPatch)
        {
            Line(patch.ToJson());
        }
        else
        {
            WriteOperations(from, patch, "");
        }
    }

    /// <summary>Writes the differences between two documents with the same key or row in two collections.</summary>
    /// <param name="key">The key as JSON.</param>
    /// <param name="from">The document in the first collection, or null if it is missing.</param>
    /// <param name="to">The document in the second collection, or null if it is missing.</param>
    public void Write(string key, BlittableDocument? from, BlittableDocument? to)
    {
        if (from is null || to is null)
        {
            HasDifferences = true;
            var root = (from ?? to)!.Root;
            var json = isPatch ? root.ToJson() : root.ToJson(JsonText.Shown);
            Line(isPatch
                ? $$"""{"key":{{key}},"op":"{{(to is null ? "remove\"" : $"add\",\"value\":{json}")}}}"""
                : $"{(to is null ? '-' : '+')} {key}: {Short(json)}");
            return;
        }

        using var patch = BlittablePatch.Diff(from, to);
        if (patch.IsEmpty)
        {
            return;
        }

        HasDifferences = true;
        if (isPatch)
        {
            Line($$"""{"key":{{key}},"op":"patch","patch":{{patch.ToJson()}}}""");
            return;
        }

        Line($"~ {key}");
        WriteOperations(from, patch, "  ");
    }

    private static string Short(string json) => json.Length <= MaxValue ? json : TerminalText.Truncate(json, MaxValue - 1);

    private static string Text(BlittableValue operation, ReadOnlySpan<byte> member) => operation.GetProperty(member).GetString()!;

    private void WriteOperations(BlittableDocument from, BlittablePatch patch, string indent)
    {
        // Each operation applies to the result of the previous ones, which contains the old values. Operations are applied as JSON.
        var operations = patch.Document.Root;
        var hasOnlyJson = patch.Document.GetStatistics().NotJsonValues == 0;
        var showsOld = hasOnlyJson && (long)operations.Count * from.Bytes.Length < MaxCopied;
        using var editor = new BlittableEditor(from);
        foreach (var operation in operations.EnumerateArray())
        {
            var (kind, path) = (Text(operation, "op"u8), Text(operation, "path"u8));
            var place = path.Length == 0 ? "the document" : path;
            var old = showsOld && kind is "remove" or "replace" ? OldValue(editor, path) : null;
            Line(indent + kind switch
            {
                "move" => $"move {Text(operation, "from"u8)} to {path}",
                "remove" => $"remove {place}{(old is null ? "" : $": {old}")}",
                "add" => $"add {place}: {Short(operation.GetProperty("value"u8).ToJson(JsonText.Shown))}",
                _ => $"replace {place}: {(old is null ? "" : $"{old} -> ")}{Short(operation.GetProperty("value"u8).ToJson(JsonText.Shown))}",
            });
            if (showsOld)
            {
                editor.ApplyPatch(Encoding.UTF8.GetBytes($"[{operation.ToJson()}]"));
            }
        }
    }

    private static string? OldValue(BlittableEditor editor, string path)
    {
        using var document = editor.ToDocument();
        return BlittablePointer.Parse(path).TryEvaluate(document.Root, out var value) ? Short(value.ToJson(JsonText.Shown)) : null;
    }

    private void Line(string text)
    {
        output.Write(Encoding.UTF8.GetBytes(text));
        output.WriteByte((byte)'\n');
    }
}
