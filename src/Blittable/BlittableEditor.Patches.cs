using Blittable.Editing;

namespace Blittable;

/// <content>JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396). A patch is applied completely or not at all. The time is linear in the size of the patch and
/// of the containers that it changes. A value that a patch copies repeatedly is stored once. A patch that exceeds its budget fails with
/// <see cref="BlittableErrorCode.ExpansionTooLarge"/>.</content>
public sealed partial class BlittableEditor
{
    /// <summary>Applies a JSON Patch (RFC 6902): all operations in order, or none if one fails.</summary>
    /// <remarks>If an object has duplicate names, a pointer refers to the last property with its name. Removing it makes the previous one
    /// accessible.</remarks>
    /// <param name="utf8Json">The JSON text of the patch.</param>
    /// <exception cref="BlittableException">
    /// The text is not valid JSON, or the patch cannot be applied (see <see cref="ApplyPatch(BlittableValue)"/>).
    /// </exception>
    public void ApplyPatch(ReadOnlySpan<byte> utf8Json)
    {
        using var patch = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        ApplyPatch(patch.Root);
    }

    /// <summary>Applies a JSON Patch (RFC 6902): all operations in order, or none if one fails.</summary>
    /// <inheritdoc cref="ApplyPatch(ReadOnlySpan{byte})" path="/remarks"/>
    /// <param name="patch">The patch, a value of any other document.</param>
    /// <exception cref="BlittableException">
    /// The value is not a patch or an operation cannot be applied (<see cref="BlittableErrorCode.InvalidPatch"/>, <see cref="BlittableErrorCode.NotFound"/>),
    /// or a test failed (<see cref="BlittableErrorCode.TestFailed"/>). The message identifies the operation.
    /// </exception>
    public void ApplyPatch(BlittableValue patch)
    {
        patch.RequireDefined();
        using var use = _use.Enter();
        var edit = BeginPatch(patch);
        JsonPatch.Apply(ref edit, patch);
        End(ref edit, patch);
    }

    /// <summary>Applies a JSON Merge Patch (RFC 7396): its members replace members of the document, and null removes members. If the patch fails, the document
    /// remains unchanged.</summary>
    /// <param name="utf8Json">The JSON text of the patch.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, or the patch cannot be applied (see
    /// <see cref="ApplyMergePatch(BlittableValue)"/>).</exception>
    public void ApplyMergePatch(ReadOnlySpan<byte> utf8Json)
    {
        using var patch = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        ApplyMergePatch(patch.Root);
    }

    /// <summary>Applies a JSON Merge Patch (RFC 7396): its members replace members of the document, and null removes members. If the patch fails, the document
    /// remains unchanged.</summary>
    /// <param name="patch">The patch, a value of any other document.</param>
    /// <exception cref="BlittableException">The patch or the document is damaged, or values would be nested too deeply.</exception>
    public void ApplyMergePatch(BlittableValue patch)
    {
        patch.RequireDefined();
        using var use = _use.Enter();
        var edit = BeginPatch(patch);
        MergePatch.Apply(ref edit, patch, _options.MaxDepth);
        End(ref edit, patch);
    }
}
