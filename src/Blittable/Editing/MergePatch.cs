using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Editing;

/// <summary>Applies a JSON Merge Patch (RFC 7396) to a document during an edit.</summary>
internal static class MergePatch
{
    public static void Apply(ref EditedDocument document, BlittableValue patch, int maxDepth) =>
        document.Root = Merge(ref document, document.Root, isThere: true, patch, maxDepth, depth: 0);

    /// <param name="document">The document.</param>
    /// <param name="target">The value to patch.</param>
    /// <param name="isThere"><see langword="true"/> if <paramref name="target"/> exists.</param>
    /// <param name="patch">The patch for the value.</param>
    /// <param name="maxDepth">The maximum nesting depth.</param>
    /// <param name="depth">The number of enclosing containers.</param>
    private static EditedChild Merge(ref EditedDocument document, EditedChild target, bool isThere, BlittableValue patch, int maxDepth, int depth)
    {
        if (patch.Kind != BlittableValueKind.Object)
        {
            return EditedChild.Of(EditSource.Given, patch);
        }

        if (depth > maxDepth)
        {
            ThrowHelper.TooDeep(maxDepth);
        }

        ThrowHelper.RequireStack(patch.Address);

        if (!isThere || document.Kind(target) != BlittableValueKind.Object)
        {
            target = EditedChild.Of(EditedContainer.NewObject());
        }
        else if (patch.Count == 0)
        {
            return target;
        }

        var container = document.Open(ref target)!;
        foreach (var property in patch.EnumerateObject())
        {
            document.Count(property.NameUtf8);
            var place = container.Find(property.NameUtf8);
            if (property.Value.Kind == BlittableValueKind.Null)
            {
                for (; place >= 0; place = container.Find(property.NameUtf8))
                {
                    container.RemoveAt(place);
                }
            }
            else if (place >= 0)
            {
                container[place] = Merge(ref document, container[place], isThere: true, property.Value, maxDepth, depth + 1);
            }
            else
            {
                if (patch.MaxExpandedBytes != ExpansionLimit.None)
                {
                    Utf8Validation.Require(property.NameUtf8);
                }

                container.Add(property.NameUtf8, Merge(ref document, default, isThere: false, property.Value, maxDepth, depth + 1));
            }
        }

        return target;
    }
}
