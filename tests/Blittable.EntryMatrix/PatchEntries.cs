namespace Blittable.EntryMatrix;

/// <summary>Finds the difference of documents, and applies it as a patch.</summary>
internal static class PatchEntries
{
    private static readonly BlittableOptions AnyDepth = MatrixOptions.Memory;

    /// <summary>Returns the entries.</summary>
    public static IEnumerable<WritingEntry> All()
    {
        yield return new("patches between a document and its parts", document => document.Stored, document =>
        {
            var target = document.Stored.Reference;
            using var changed = Changed(target);
            var isJson = document.Stored is { Text: not null, HasBinary: false };
            Check(changed, target, isJson);
            Check(target, changed, isJson);
            RequireEqual(BlittablePatch.Diff(target, document.Accepted.Reference).IsEmpty, "differs from the document in another mode");
            return null;
        });
        yield return new("a patch that replaces the root", document => document.Stored, document =>
        {
            using var from = BlittableDocument.Parse("{\"a\":0}"u8);
            using var builder = new BlittableBuilder(MatrixOptions.Memory);
            builder.WriteStartArray();
            builder.WriteStartObject();
            builder.WritePropertyName("op");
            builder.WriteString("replace");
            builder.WritePropertyName("path");
            builder.WriteString("");
            builder.WritePropertyName("value");
            builder.WriteValue(document.Stored.Reference.Root);
            builder.WriteEndObject();
            builder.WriteEndArray();
            using var patch = BlittablePatch.Of(builder.ToDocument(), BlittablePatchKind.JsonPatch);
            return patch.ApplyTo(from, MatrixOptions.Balanced);
        });
    }

    /// <summary>Returns the document without its first child and with a new last one, or another document for a scalar.</summary>
    private static BlittableDocument Changed(BlittableDocument document)
    {
        using var editor = new BlittableEditor(document, AnyDepth);
        var root = document.Root;
        switch (root.Kind)
        {
            case BlittableValueKind.Array when root.Count > 0:
                editor.Remove("$[0]");
                editor.Append("$", root[0]);
                break;
            case BlittableValueKind.Object when root.Count > 0:
                editor.ApplyMergePatch("{\"a new name\":[1,{\"b\":null}]}"u8);
                break;
            default:
                editor.Set("$", "[\"another document\"]"u8);
                break;
        }

        return editor.ToDocument();
    }

    private static void Check(BlittableDocument from, BlittableDocument to, bool isJson)
    {
        using var patch = BlittablePatch.Diff(from, to);
        RequireResult(patch, from, to);
        if (isJson)
        {
            using var received = BlittablePatch.Of(BlittableDocument.Parse(patch.ToJson(), MatrixOptions.Memory), BlittablePatchKind.JsonPatch);
            RequireResult(received, from, to);
        }
    }

    private static void RequireResult(BlittablePatch patch, BlittableDocument from, BlittableDocument to)
    {
        using var result = patch.ApplyTo(from, AnyDepth);
        result.Validate();
        RequireEqual(BlittableValue.DeepEquals(result.Root, to.Root), $"gives another document than it was computed for: {patch.Document} gives {result}");
    }

    private static void RequireEqual(bool condition, string message)
    {
        if (!condition)
        {
            throw new MatrixFailure("patch", message);
        }
    }
}
