using System.Diagnostics.CodeAnalysis;
using System.Text;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Editing;

/// <summary>Applies a JSON Patch (RFC 6902) to a document during an edit.</summary>
internal static class JsonPatch
{
    /// <exception cref="BlittableException">The value is not a patch, an operation cannot be applied, or a test failed.</exception>
    public static void Apply(ref EditedDocument document, BlittableValue patch)
    {
        RequireArray(patch);
        var index = 0;
        foreach (var operation in patch.EnumerateArray())
        {
            Apply(ref document, operation, index++);
        }
    }

    /// <summary>Throws if a value is not a patch whose operations have the required members. Does not require a document.</summary>
    /// <exception cref="BlittableException">The value is not a patch.</exception>
    public static void Check(BlittableValue patch)
    {
        RequireArray(patch);
        var index = 0;
        foreach (var operation in patch.EnumerateArray())
        {
            if (!operation.TryGetProperty("op"u8, out var op))
            {
                Fault($"The operation at index {index} of the patch is of kind {operation.Kind} and has no member 'op'.");
            }

            Pointer(operation, "path"u8, index);
            if (op.Utf8Equals("add"u8) || op.Utf8Equals("replace"u8) || op.Utf8Equals("test"u8))
            {
                ValueOf(operation, index);
            }
            else if (op.Utf8Equals("move"u8) || op.Utf8Equals("copy"u8))
            {
                Pointer(operation, "from"u8, index);
            }
            else if (!op.Utf8Equals("remove"u8))
            {
                Fault($"The operation at index {index} of the patch has the unknown op '{op.ToString()}'; use add, remove, replace, move, copy or test.");
            }

            index++;
        }
    }

    private static void RequireArray(BlittableValue patch)
    {
        if (patch.Kind != BlittableValueKind.Array)
        {
            Fault($"A JSON Patch must be an array of operations, but the value is of kind {patch.Kind}.");
        }
    }

    private static void Apply(ref EditedDocument document, BlittableValue operation, int index)
    {
        if (!operation.TryGetProperty("op"u8, out var op))
        {
            Fault($"The operation at index {index} of the patch is of kind {operation.Kind} and has no member 'op'.");
        }

        var path = Pointer(operation, "path"u8, index);
        if (op.Utf8Equals("add"u8))
        {
            Put(ref document, path, Operand(operation, index), inserts: true, index);
        }
        else if (op.Utf8Equals("remove"u8))
        {
            Take(ref document, path, index);
        }
        else if (op.Utf8Equals("replace"u8))
        {
            Put(ref document, path, Operand(operation, index), inserts: false, index);
        }
        else if (op.Utf8Equals("move"u8))
        {
            Move(ref document, Pointer(operation, "from"u8, index), path, index);
        }
        else if (op.Utf8Equals("copy"u8))
        {
            var copied = At(document, Pointer(operation, "from"u8, index), index);
            Put(ref document, path, Second(ref document, copied), inserts: true, index);
        }
        else if (op.Utf8Equals("test"u8))
        {
            if (!document.IsEqual(At(document, path, index), ValueOf(operation, index)))
            {
                ThrowHelper.Throw(BlittableErrorCode.TestFailed, $"The test operation at index {index} of the patch failed: the value at '{path}' is different.");
            }
        }
        else
        {
            Fault($"The operation at index {index} of the patch has the unknown op '{op.ToString()}'; use add, remove, replace, move, copy or test.");
        }
    }

    private static void Move(ref EditedDocument document, string from, string path, int index)
    {
        if (path.StartsWith(from + "/", StringComparison.Ordinal))
        {
            Fault($"The operation at index {index} of the patch cannot move '{from}' into itself, to '{path}'.");
        }

        var moved = At(document, from, index);
        if (from != path)
        {
            // The value still has one position. At another depth, its stored values are copied.
            Take(ref document, from, index);
            Put(ref document, path, moved.AsCopy(), inserts: true, index);
        }
    }

    /// <summary>Returns a value for an additional position.</summary>
    private static EditedChild Second(ref EditedDocument document, EditedChild value)
    {
        document.HasCopies = true;
        if (value.Container is { } container)
        {
            container.IsShared = true;
        }

        return value.AsCopy();
    }

    private static void Put(ref EditedDocument document, string path, EditedChild value, bool inserts, int index)
    {
        if (path.Length == 0)
        {
            document.Root = value;
            return;
        }

        var parent = OpenParent(ref document, path, index, out var token);
        if (!parent.IsArray)
        {
            var name = Encoding.UTF8.GetBytes(token);
            var place = parent.Find(name);
            if (place >= 0)
            {
                parent[place] = value;
            }
            else if (inserts)
            {
                parent.Add(name, value);
            }
            else
            {
                NotFound(path, index);
            }
        }
        else if (inserts && token == "-")
        {
            parent.Insert(parent.Count, value);
        }
        else if (!JsonPointer.IsIndex(token, out var element) || element > parent.Count || (!inserts && element == parent.Count))
        {
            NotFound(path, index);
        }
        else if (inserts)
        {
            parent.Insert(element, value);
        }
        else
        {
            parent[element] = value;
        }
    }

    private static void Take(ref EditedDocument document, string path, int index)
    {
        if (path.Length == 0)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, "The root cannot be removed; use a path to a property or an element.");
        }

        var parent = OpenParent(ref document, path, index, out var token);
        var place = Place(parent, token);
        if (place < 0)
        {
            NotFound(path, index);
        }

        parent.RemoveAt(place);
    }

    private static int Place(EditedContainer container, string token) =>
        !container.IsArray ? container.Find(Encoding.UTF8.GetBytes(token))
        : JsonPointer.IsIndex(token, out var index) && index < container.Count ? index
        : -1;

    /// <summary>Opens the container of the value at a pointer for changes.</summary>
    private static EditedContainer OpenParent(ref EditedDocument document, string path, int index, out string token)
    {
        var tokens = JsonPointer.Tokens(path);
        token = tokens[^1];
        var container = document.OpenRoot();
        for (var i = 0; container is not null && i < tokens.Length - 1; i++)
        {
            var place = Place(container, tokens[i]);
            container = place < 0 ? null : document.OpenChild(container, place);
        }

        if (container is null)
        {
            NotFound(path, index);
        }

        return container;
    }

    /// <summary>Returns the value at a pointer.</summary>
    private static EditedChild At(in EditedDocument document, string path, int index)
    {
        var value = document.Root;
        if (path.Length == 0)
        {
            return value;
        }

        foreach (var token in JsonPointer.Tokens(path))
        {
            var isFound = document.Kind(value) switch
            {
                BlittableValueKind.Object => document.TryGetProperty(value, Encoding.UTF8.GetBytes(token), out value),
                BlittableValueKind.Array => JsonPointer.IsIndex(token, out var element) && element < document.Count(value) && Follow(document, ref value, element),
                _ => false,
            };
            if (!isFound)
            {
                NotFound(path, index);
            }
        }

        return value;
    }

    private static bool Follow(in EditedDocument document, ref EditedChild value, int element)
    {
        value = document.Element(value, element);
        return true;
    }

    private static EditedChild Operand(BlittableValue operation, int index) => EditedChild.Of(EditSource.Given, ValueOf(operation, index));

    private static BlittableValue ValueOf(BlittableValue operation, int index)
    {
        if (!operation.TryGetProperty("value"u8, out var value))
        {
            Fault($"The operation at index {index} of the patch has no member 'value'.");
        }

        return value;
    }

    private static string Pointer(BlittableValue operation, ReadOnlySpan<byte> member, int index)
    {
        if (!operation.TryGetProperty(member, out var value) || !value.TryGetString(out var pointer) || !JsonPointer.IsValid(pointer))
        {
            Fault($"The operation at index {index} of the patch requires a JSON Pointer in the member '{Encoding.ASCII.GetString(member)}'.");
            return "";
        }

        return pointer;
    }

    [DoesNotReturn]
    private static void NotFound(string path, int index) =>
        ThrowHelper.Throw(BlittableErrorCode.NotFound, $"The operation at index {index} of the patch failed: '{path}' does not exist.");

    [DoesNotReturn]
    private static void Fault(string message) => ThrowHelper.Throw(BlittableErrorCode.InvalidPatch, message);
}
