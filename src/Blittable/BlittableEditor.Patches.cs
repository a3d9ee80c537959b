using System.Diagnostics.CodeAnalysis;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable;

/// <content>JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7386): all of a patch is applied, or nothing of it.</content>
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
        using var use = _use.Enter();
        var before = _writer.Finished.ToArray();
        try
        {
            if (patch.Kind != BlittableValueKind.Array)
            {
                PatchFault(-1, "an array of operations", patch.Kind.ToString());
            }

            var index = 0;
            foreach (var operation in patch.EnumerateArray())
            {
                Apply(operation, index++);
            }
        }
        catch
        {
            _writer.BeginEditing(before);
            throw;
        }
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
        var before = _writer.Finished.ToArray();
        try
        {
            Merge([], patch);
        }
        catch
        {
            _writer.BeginEditing(before);
            throw;
        }
    }

    private void Merge(List<PathStep> steps, BlittableValue patch)
    {
        if (steps.Count > _options.MaxDepth)
        {
            ThrowHelper.TooDeep(_options.MaxDepth);
        }

        if (patch.Kind != BlittableValueKind.Object)
        {
            Put(steps.ToArray(), "$", patch, inserts: false);
            return;
        }

        if (!TryFollow(steps, out var target) || target.Kind != BlittableValueKind.Object)
        {
            using var empty = BlittableDocument.Parse("{}"u8);
            Put(steps.ToArray(), "$", empty.Root, inserts: false);
        }

        foreach (var property in patch.EnumerateObject())
        {
            steps.Add(PathStep.OfName(property.Name));
            if (property.Value.Kind != BlittableValueKind.Null)
            {
                Merge(steps, property.Value);
            }
            else
            {
                while (TryFollow(steps, out _))
                {
                    Take(steps.ToArray(), property.Name);
                }
            }

            steps.RemoveAt(steps.Count - 1);
        }
    }

    private bool TryFollow(List<PathStep> steps, out BlittableValue value)
    {
        value = Root;
        foreach (var step in steps)
        {
            if (!step.TryFollow(value, out value))
            {
                return false;
            }
        }

        return true;
    }

    private void Apply(BlittableValue operation, int index)
    {
        if (!operation.TryGetProperty("op"u8, out var op))
        {
            PatchFault(index, "an object with a member op", operation.Kind.ToString());
        }

        var path = Pointer(operation, "path"u8, index);
        if (op.Utf8Equals("add"u8))
        {
            Put(Resolve(path, index, isNew: true), path, Operand(operation, index), inserts: true);
        }
        else if (op.Utf8Equals("remove"u8))
        {
            Take(Resolve(path, index), path);
        }
        else if (op.Utf8Equals("replace"u8))
        {
            Put(Resolve(path, index), path, Operand(operation, index), inserts: false);
        }
        else if (op.Utf8Equals("move"u8))
        {
            var from = Pointer(operation, "from"u8, index);
            if (path.StartsWith(from + "/", StringComparison.Ordinal))
            {
                PatchFault(index, "a place that is not inside the value that is moved", path);
            }

            var steps = Resolve(from, index);
            using var moved = At(steps).Clone();
            if (from == path)
            {
                return;
            }

            Take(steps, from);
            Put(Resolve(path, index, isNew: true), path, moved.Root, inserts: true);
        }
        else if (op.Utf8Equals("copy"u8))
        {
            using var copied = At(Resolve(Pointer(operation, "from"u8, index), index)).Clone();
            Put(Resolve(path, index, isNew: true), path, copied.Root, inserts: true);
        }
        else if (op.Utf8Equals("test"u8))
        {
            if (!BlittableValue.DeepEquals(At(Resolve(path, index)), Operand(operation, index)))
            {
                ThrowHelper.Throw(BlittableErrorCode.TestFailed, $"Expected the value of operation {index} of the patch at '{path}', found another.");
            }
        }
        else
        {
            PatchFault(index, "add, remove, replace, move, copy or test", op.ToString());
        }
    }

    private BlittableValue At(ReadOnlySpan<PathStep> steps)
    {
        var value = Root;
        foreach (var step in steps)
        {
            // Resolved before, so that it is there.
            step.TryFollow(value, out value);
        }

        return value;
    }

    private static BlittableValue Operand(BlittableValue operation, int index)
    {
        if (!operation.TryGetProperty("value"u8, out var value))
        {
            PatchFault(index, "a member value", "none");
        }

        return value;
    }

    private static string Pointer(BlittableValue operation, ReadOnlySpan<byte> member, int index)
    {
        if (!operation.TryGetProperty(member, out var value) || !value.TryGetString(out var pointer) || !JsonPointer.IsValid(pointer))
        {
            PatchFault(index, $"a JSON Pointer in member {System.Text.Encoding.ASCII.GetString(member)}", "none");
            return "";
        }

        return pointer;
    }

    /// <summary>Finds the way of a pointer in the document as it is now.</summary>
    /// <param name="pointer">The pointer.</param>
    /// <param name="index">The operation that has it, for messages.</param>
    /// <param name="isNew">Whether the value itself may be missing, and only its container must be there.</param>
    private PathStep[] Resolve(string pointer, int index, bool isNew = false)
    {
        var steps = JsonPointer.Resolve(pointer, Root, isNew);
        if (steps is null)
        {
            ThrowHelper.Throw(BlittableErrorCode.NotFound, $"Expected a place at '{pointer}' for operation {index} of the patch, found none.");
        }

        return steps;
    }

    [DoesNotReturn]
    private static void PatchFault(int index, string expected, string found) => ThrowHelper.Throw(
        BlittableErrorCode.InvalidPatch,
        index < 0 ? $"Expected {expected}, found {found}." : $"Expected {expected} in operation {index} of the patch, found {found}.");
}
