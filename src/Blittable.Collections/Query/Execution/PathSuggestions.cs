using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Paths;

namespace Blittable.Collections.Query.Execution;

/// <summary>Suggests existing paths for a path that no document has.</summary>
internal static class PathSuggestions
{
    private const int Most = 3;
    private const int MostDocuments = 64;
    private const int MostElements = 64;
    private const int MostPaths = 4096;
    private const int MostDepth = 16;

    /// <summary>A distance greater than the distance of any two similar paths.</summary>
    private const int Elsewhere = 1 << 16;

    /// <summary>Returns paths with similar spelling or the same last name, nearest first.</summary>
    public static IReadOnlyList<string> For(StripeSet snapshot, BlittablePath path)
    {
        var known = new HashSet<BlittablePath>();
        foreach (var stripe in snapshot.Stripes)
        {
            known.UnionWith(stripe.Directory.Nodes.Select(node => BlittablePath.Of(node.Steps)));
            if (known.Count >= MostPaths)
            {
                break;
            }

            AddPaths(stripe, known);
        }

        var near = known.Select(other => (Path: other, Distance: Distance(path, other))).Where(other => other.Distance < int.MaxValue)
            .OrderBy(other => other.Distance).ThenBy(other => other.Path.ToString(), StringComparer.Ordinal).ToList();

        // If only the case differs, other paths are unlikely.
        var isSpeltAlike = near is [{ Distance: 0 }, ..];
        return [.. near.TakeWhile(other => !isSpeltAlike || other.Distance == 0).Take(Most).Select(other => other.Path.ToString())];
    }

    /// <summary>Adds the paths of the first documents.</summary>
    private static void AddPaths(Stripe stripe, HashSet<BlittablePath> known)
    {
        if (stripe.GroupCount == 0)
        {
            return;
        }

        stripe.ReadDocuments(0, 0, MostDocuments, (_, root) => AddPaths(root, [], known));
    }

    private static void AddPaths(BlittableValue value, PathStep[] steps, HashSet<BlittablePath> known)
    {
        if (known.Count >= MostPaths || steps.Length > MostDepth)
        {
            return;
        }

        known.Add(BlittablePath.Of(steps));
        if (value.Kind == BlittableValueKind.Object)
        {
            foreach (var property in value.EnumerateObject())
            {
                AddPaths(property.Value, [.. steps, PathStep.OfName(property.Name)], known);
            }
        }
        else if (value.Kind == BlittableValueKind.Array && steps.Count(step => step.IsWildcard) < BlittablePath.MaxWildcards)
        {
            var rest = MostElements;
            foreach (var element in value.EnumerateArray())
            {
                if (rest-- == 0)
                {
                    break;
                }

                AddPaths(element, [.. steps, PathStep.Wildcard], known);
            }
        }
    }

    /// <summary>Returns the edit distance of two paths, or the greatest integer if they are not similar.</summary>
    private static int Distance(BlittablePath typed, BlittablePath known)
    {
        var sum = 0;
        var areAlike = typed.Steps.Length == known.Steps.Length;
        for (var i = 0; i < typed.Steps.Length && areAlike; i++)
        {
            var (left, right) = (typed.Steps[i].Name?.ToString(), known.Steps[i].Name?.ToString());
            if (left is null || right is null)
            {
                areAlike = PathStep.AreEqual(typed.Steps[i], known.Steps[i]);
                continue;
            }

            var distance = NameSuggestion.Distance(left, right);
            sum += distance;
            areAlike = distance <= Math.Max(1, left.Length / 3);
        }

        if (areAlike)
        {
            return sum;
        }

        // The right name at the wrong path.
        return typed.Steps.Length > 0 && known.Steps.Length > 0 && typed.Steps[^1].Name is { } last && known.Steps[^1].Name is { } name
            && string.Equals(last.ToString(), name.ToString(), StringComparison.OrdinalIgnoreCase)
            ? Elsewhere + known.Steps.Length
            : int.MaxValue;
    }
}
