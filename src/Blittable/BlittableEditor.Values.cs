using Blittable.Dates;
using Blittable.Editing;
using Blittable.Layout;

namespace Blittable;

/// <content>Values of .NET types, without intermediate JSON.</content>
public sealed partial class BlittableEditor
{
    private BlittableBuilder? _builder;

    /// <summary>Gets the builder for new values. It has the options of the editor, except for the dictionary.</summary>
    private BlittableBuilder Builder => _builder ??= new BlittableBuilder(_options with { Dictionary = null });

    /// <summary>Sets the value at a path to null. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetNull(BlittablePath path)
    {
        using var use = _use.Enter();
        Builder.WriteNull();
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a boolean. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetBoolean(BlittablePath path, bool value)
    {
        using var use = _use.Enter();
        Builder.WriteBoolean(value);
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a number. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetNumber(BlittablePath path, long value)
    {
        using var use = _use.Enter();
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetNumber(BlittablePath, long)"/>
    public void SetNumber(BlittablePath path, ulong value)
    {
        using var use = _use.Enter();
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetNumber(BlittablePath, long)"/>
    public void SetNumber(BlittablePath path, double value)
    {
        using var use = _use.Enter();
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetNumber(BlittablePath, long)"/>
    public void SetNumber(BlittablePath path, decimal value)
    {
        using var use = _use.Enter();
        Builder.WriteNumber(value);
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a string. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param"/>
    /// <exception cref="BlittableException">The text is not valid UTF-8 or contains a lone surrogate, or the value cannot be set (see
    /// <see cref="Set(BlittablePath, BlittableValue)"/>).</exception>
    public void SetString(BlittablePath path, ReadOnlySpan<char> value)
    {
        using var use = _use.Enter();
        Builder.WriteString(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetString(BlittablePath, ReadOnlySpan{char})"/>
    public void SetString(BlittablePath path, string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        SetString(path, value.AsSpan());
    }

    /// <inheritdoc cref="SetString(BlittablePath, ReadOnlySpan{char})"/>
    public void SetString(BlittablePath path, ReadOnlySpan<byte> value)
    {
        using var use = _use.Enter();
        Builder.WriteString(value);
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to the text of a GUID. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param | /exception"/>
    public void SetGuid(BlittablePath path, Guid value)
    {
        using var use = _use.Enter();
        Builder.WriteGuid(value);
        SetBuilt(path);
    }

    /// <summary>Sets the value at a path to a date. If it does not exist, a property is added at the end of its object.</summary>
    /// <inheritdoc cref="Set(BlittablePath, BlittableValue)" path="/param"/>
    /// <exception cref="BlittableException">The date has no text in this form, or the value cannot be set (see
    /// <see cref="Set(BlittablePath, BlittableValue)"/>).</exception>
    public void SetDate(BlittablePath path, in Timestamp value, DateTextForm form)
    {
        using var use = _use.Enter();
        Builder.WriteDate(value, form);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetDate(BlittablePath, in Timestamp, DateTextForm)"/>
    public void SetDate(BlittablePath path, DateTimeOffset value)
    {
        using var use = _use.Enter();
        Builder.WriteDate(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetDate(BlittablePath, in Timestamp, DateTextForm)"/>
    public void SetDate(BlittablePath path, DateTime value)
    {
        using var use = _use.Enter();
        Builder.WriteDate(value);
        SetBuilt(path);
    }

    /// <inheritdoc cref="SetDate(BlittablePath, in Timestamp, DateTextForm)"/>
    public void SetDate(BlittablePath path, DateOnly value)
    {
        using var use = _use.Enter();
        Builder.WriteDate(value);
        SetBuilt(path);
    }

    private void SetBuilt(BlittablePath path) => Put(path, BlittableValue.Open(Builder.Finish()).WithLimit(ExpansionLimit.None));

    // JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396). A patch is applied completely or not at all. The time is linear in the size of the patch and of
    // the containers that it changes. A value that a patch copies repeatedly is stored once. A patch that exceeds its budget fails with ExpansionTooLarge.

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
