using Blittable.Editing;

namespace Blittable;

/// <content>JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7386): all of a patch is applied, or nothing of it. The time is linear in the patch and the containers
/// that it changes; a patch that copies values again and again ends with <see cref="BlittableErrorCode.ExpansionTooLarge"/>.</content>
public sealed partial class BlittableEditor
{
    /// <summary>Applies a JSON Patch of RFC 6902: all operations in order, or no operation if one fails.</summary>
    /// <param name="utf8Json">The JSON text of the patch.</param>
    /// <exception cref="BlittableException">
    /// The text is not JSON; or as <see cref="ApplyPatch(BlittableValue)"/>.
    /// </exception>
    public void ApplyPatch(ReadOnlySpan<byte> utf8Json)
    {
        using var patch = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        ApplyPatch(patch.Root);
    }

    /// <summary>Applies a JSON Patch of RFC 6902: all operations in order, or no operation if one fails.</summary>
    /// <param name="patch">The patch, of any other document.</param>
    /// <exception cref="BlittableException">
    /// It is no patch or an operation cannot be applied (<see cref="BlittableErrorCode.InvalidPatch"/>, <see cref="BlittableErrorCode.NotFound"/>), or a test
    /// failed (<see cref="BlittableErrorCode.TestFailed"/>). The message names the operation.
    /// </exception>
    public void ApplyPatch(BlittableValue patch)
    {
        patch.RequireDefined();
        using var use = _use.Enter();
        var edit = BeginPatch(patch);
        JsonPatch.Apply(ref edit, patch);
        End(ref edit, patch);
    }

    /// <summary>Applies a JSON Merge Patch of RFC 7386: its members replace those of the document, null removes them; all of it, or nothing where it fails.</summary>
    /// <param name="utf8Json">The JSON text of the patch.</param>
    /// <exception cref="BlittableException">The text is not JSON; or as <see cref="ApplyMergePatch(BlittableValue)"/>.</exception>
    public void ApplyMergePatch(ReadOnlySpan<byte> utf8Json)
    {
        using var patch = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        ApplyMergePatch(patch.Root);
    }

    /// <summary>Applies a JSON Merge Patch of RFC 7386: its members replace those of the document, null removes them; all of it, or nothing where it fails.</summary>
    /// <param name="patch">The patch, of any other document.</param>
    /// <exception cref="BlittableException">The patch or the document is damaged, or values would be nested too deep.</exception>
    public void ApplyMergePatch(BlittableValue patch)
    {
        patch.RequireDefined();
        using var use = _use.Enter();
        var edit = BeginPatch(patch);
        MergePatch.Apply(ref edit, patch, _options.MaxDepth);
        End(ref edit, patch);
    }
}
