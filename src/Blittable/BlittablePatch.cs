using Blittable.Editing;

namespace Blittable;

/// <summary>Holds a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7396): one that was received, or the difference of two documents.</summary>
/// <remarks>
/// <para><see cref="Diff(BlittableValue, BlittableValue)"/> makes a JSON Patch. Apply it with <see cref="ApplyTo(BlittableEditor)"/>, or send its
/// <see cref="Document"/> as JSON to any program that applies JSON Patch.</para>
/// <para>A patch cannot be changed, and any number of threads may use it.</para>
/// </remarks>
public sealed class BlittablePatch : IDisposable
{
    private BlittablePatch(BlittableDocument document, BlittablePatchKind kind)
    {
        Document = document;
        Kind = kind;
    }

    /// <summary>Gets the kind of the patch.</summary>
    public BlittablePatchKind Kind { get; }

    /// <summary>Gets the patch as a document.</summary>
    public BlittableDocument Document { get; }

    /// <summary>Gets a value that indicates whether the patch changes nothing: it has no operations, or no members.</summary>
    /// <exception cref="ObjectDisposedException">The patch has been disposed of.</exception>
    public bool IsEmpty => Document.Root is { Kind: BlittableValueKind.Array or BlittableValueKind.Object, Count: 0 };

    /// <summary>Reads a patch from JSON text.</summary>
    /// <param name="utf8Json">The text.</param>
    /// <param name="kind">The kind of the patch.</param>
    /// <exception cref="BlittableException">The text is not JSON, or not a JSON Patch (<see cref="BlittableErrorCode.InvalidPatch"/>).</exception>
    public static BlittablePatch Parse(ReadOnlySpan<byte> utf8Json, BlittablePatchKind kind = BlittablePatchKind.JsonPatch)
    {
        var document = BlittableDocument.Parse(utf8Json);
        try
        {
            return Of(document, kind);
        }
        catch
        {
            document.Dispose();
            throw;
        }
    }

    /// <summary>Makes a patch of a document.</summary>
    /// <param name="document">The patch. It belongs to the result, which disposes of it.</param>
    /// <param name="kind">The kind of the patch.</param>
    /// <exception cref="BlittableException">The document is not a JSON Patch (<see cref="BlittableErrorCode.InvalidPatch"/>), or damaged.</exception>
    public static BlittablePatch Of(BlittableDocument document, BlittablePatchKind kind)
    {
        ArgumentNullException.ThrowIfNull(document);
        if (kind == BlittablePatchKind.JsonPatch)
        {
            JsonPatch.Check(document.Root);
        }

        return new BlittablePatch(document, kind);
    }

    /// <summary>Makes the JSON Patch that turns one value into another.</summary>
    /// <remarks>
    /// <para>Values that are equal by <see cref="BlittableValue.DeepEquals"/> are left alone, so that the result of the patch equals <paramref name="to"/> in that sense: the
    /// order of properties and the spelling of numbers may differ. A property whose value occurs under a new name moves there. In an array, the longest common subsequence
    /// of the elements stays in place; other elements that occur in both arrays move; elements between two that stay are changed where they are, paired by what they have in
    /// common. A container is replaced as a whole if that is the shorter text.</para>
    /// <para>The time is in proportion to the values and to the pairs of equal elements. Arrays with more than four million such pairs, as of few distinct values, get a patch
    /// that may be longer than necessary.</para>
    /// </remarks>
    /// <param name="from">The value that the patch is for.</param>
    /// <param name="to">The value that the patch leads to.</param>
    /// <exception cref="BlittableException">
    /// A document is damaged, nested deeper than the stack of this thread reaches, or more values would be compared than its limit allows
    /// (<see cref="BlittableErrorCode.ExpansionTooLarge"/>).
    /// </exception>
    public static BlittablePatch Diff(BlittableValue from, BlittableValue to)
    {
        from.RequireDefined();
        to.RequireDefined();
        var diff = new PatchDiff(from, to);
        diff.Run();
        using var builder = new BlittableBuilder(new BlittableOptions { MaxDepth = int.MaxValue });
        builder.WriteStartArray();
        foreach (var operation in diff.Operations)
        {
            builder.WriteStartObject();
            builder.WritePropertyName("op"u8);
            builder.WriteString(NameOf(operation.Kind));
            if (operation.From is not null)
            {
                builder.WritePropertyName("from"u8);
                builder.WriteString(operation.From);
            }

            builder.WritePropertyName("path"u8);
            builder.WriteString(operation.Path);
            if (operation.Kind is PatchOperationKind.Add or PatchOperationKind.Replace)
            {
                builder.WritePropertyName("value"u8);
                builder.WriteValue(to.WithAddress(operation.Address, operation.ShapeTable));
            }

            builder.WriteEndObject();
        }

        builder.WriteEndArray();
        return new BlittablePatch(builder.ToDocument(), BlittablePatchKind.JsonPatch);
    }

    /// <summary>Makes the JSON Patch that turns one document into another.</summary>
    /// <param name="from">The document that the patch is for.</param>
    /// <param name="to">The document that the patch leads to.</param>
    /// <inheritdoc cref="Diff(BlittableValue, BlittableValue)" path="/remarks | /exception"/>
    public static BlittablePatch Diff(BlittableDocument from, BlittableDocument to)
    {
        ArgumentNullException.ThrowIfNull(from);
        ArgumentNullException.ThrowIfNull(to);
        return Diff(from.Root, to.Root);
    }

    /// <summary>Applies the patch to a document that is edited: all of it, or nothing if it fails.</summary>
    /// <exception cref="BlittableException">As <see cref="BlittableEditor.ApplyPatch(BlittableValue)"/> and <see cref="BlittableEditor.ApplyMergePatch(BlittableValue)"/>.</exception>
    /// <exception cref="ObjectDisposedException">The patch has been disposed of.</exception>
    public void ApplyTo(BlittableEditor editor)
    {
        ArgumentNullException.ThrowIfNull(editor);
        if (Kind == BlittablePatchKind.JsonPatch)
        {
            editor.ApplyPatch(Document.Root);
        }
        else
        {
            editor.ApplyMergePatch(Document.Root);
        }
    }

    /// <summary>Returns a document with the patch applied; the given document stays as it is.</summary>
    /// <inheritdoc cref="ApplyTo(BlittableEditor)" path="/exception"/>
    public BlittableDocument ApplyTo(BlittableDocument document)
    {
        using var editor = new BlittableEditor(document);
        ApplyTo(editor);
        return editor.ToDocument();
    }

    /// <summary>Returns the JSON text of the patch.</summary>
    /// <exception cref="BlittableException">The patch expands to more text than its limit allows.</exception>
    /// <exception cref="ObjectDisposedException">The patch has been disposed of.</exception>
    public string ToJson() => Document.Root.ToJson();

    /// <summary>Releases the document of the patch.</summary>
    public void Dispose() => Document.Dispose();

    private static ReadOnlySpan<byte> NameOf(PatchOperationKind kind) => kind switch
    {
        PatchOperationKind.Add => "add"u8,
        PatchOperationKind.Remove => "remove"u8,
        PatchOperationKind.Replace => "replace"u8,
        _ => "move"u8,
    };
}
