using System.Diagnostics;
using Blittable.Editing;

namespace Blittable;

/// <summary>Represents a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7396), either received or computed as the difference of two documents.</summary>
/// <remarks>
/// <para><see cref="Diff(BlittableValue, BlittableValue)"/> creates a JSON Patch. Apply it with <see cref="ApplyTo(BlittableEditor)"/>, or send its
/// <see cref="Document"/> as JSON to any program that supports JSON Patch.</para>
/// <para>Patches are immutable and thread-safe.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
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

    /// <summary>Gets a value that indicates whether the patch is empty: it has no operations, or no members.</summary>
    /// <exception cref="ObjectDisposedException">The patch has been disposed.</exception>
    public bool IsEmpty => Document.Root is { Kind: BlittableValueKind.Array or BlittableValueKind.Object, Count: 0 };

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => $"{Kind}: {Document}";

    /// <summary>Parses a patch from JSON text.</summary>
    /// <param name="utf8Json">The text.</param>
    /// <param name="kind">The kind of the patch.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, or is not a JSON Patch (<see cref="BlittableErrorCode.InvalidPatch"/>).</exception>
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

    /// <summary>Creates a patch from a document.</summary>
    /// <param name="document">The patch as a document. The result owns it and disposes it.</param>
    /// <param name="kind">The kind of the patch.</param>
    /// <exception cref="BlittableException">The document is not a JSON Patch (<see cref="BlittableErrorCode.InvalidPatch"/>), or is damaged.</exception>
    public static BlittablePatch Of(BlittableDocument document, BlittablePatchKind kind)
    {
        ArgumentNullException.ThrowIfNull(document);
        if (kind == BlittablePatchKind.JsonPatch)
        {
            JsonPatch.Check(document.Root);
        }

        return new BlittablePatch(document, kind);
    }

    /// <summary>Creates the JSON Patch that transforms one value into another.</summary>
    /// <remarks>
    /// <para>Values that are equal according to <see cref="BlittableValue.DeepEquals"/> are not changed. Therefore, the result of the patch equals
    /// <paramref name="to"/> in this sense, but the order of properties and the text of numbers may differ. A property whose value occurs under a new name is
    /// moved. In an array, the longest common subsequence of the elements remains in place, and other elements that occur in both arrays are moved. Elements
    /// between two remaining elements are changed in place, paired by similarity. A container is replaced as a whole if the resulting text is shorter.</para>
    /// <para>The time is proportional to the number of values and of pairs of equal elements. For arrays with more than four million such pairs, which are
    /// typical of few distinct values, the patch may be longer than necessary.</para>
    /// </remarks>
    /// <param name="from">The original value.</param>
    /// <param name="to">The result of the patch.</param>
    /// <exception cref="BlittableException">
    /// A document is damaged, or nested too deeply for the stack of this thread; or more values would be compared than its limit allows
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

    /// <summary>Creates the JSON Patch that transforms one document into another.</summary>
    /// <param name="from">The original document.</param>
    /// <param name="to">The result of the patch.</param>
    /// <inheritdoc cref="Diff(BlittableValue, BlittableValue)" path="/remarks | /exception"/>
    public static BlittablePatch Diff(BlittableDocument from, BlittableDocument to)
    {
        ArgumentNullException.ThrowIfNull(from);
        ArgumentNullException.ThrowIfNull(to);
        return Diff(from.Root, to.Root);
    }

    /// <summary>Applies the patch to a document in an editor. If the patch fails, the document remains unchanged.</summary>
    /// <exception cref="BlittableException">The patch cannot be applied. See <see cref="BlittableEditor.ApplyPatch(BlittableValue)"/> and
    /// <see cref="BlittableEditor.ApplyMergePatch(BlittableValue)"/>.</exception>
    /// <exception cref="ObjectDisposedException">The patch has been disposed.</exception>
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

    /// <summary>Applies the patch to a document and returns the result. The original document remains unchanged.</summary>
    /// <param name="document">The document.</param>
    /// <param name="options">Specifies how new values are stored. If <see langword="null"/>, they are stored in the mode of the document. If the options contain
    /// no dictionary, the result has the dictionary of the document. If they contain a dictionary that cannot read the document, the document is first copied for
    /// it.</param>
    /// <inheritdoc cref="ApplyTo(BlittableEditor)" path="/exception"/>
    public BlittableDocument ApplyTo(BlittableDocument document, BlittableOptions? options = null)
    {
        using var editor = new BlittableEditor(document, options);
        ApplyTo(editor);
        return editor.ToDocument();
    }

    /// <summary>Returns the JSON text of the patch.</summary>
    /// <exception cref="BlittableException">The patch expands to more text than its limit allows.</exception>
    /// <exception cref="ObjectDisposedException">The patch has been disposed.</exception>
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
