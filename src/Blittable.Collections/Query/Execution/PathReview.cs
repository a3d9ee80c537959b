using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Execution;

/// <summary>Finds the paths in a query that no document of a collection has.</summary>
/// <remarks>
/// Columns indicate which paths exist. In stripes that store whole documents, documents are searched until one has the path: up to a limit, beyond which the
/// path is assumed to exist, or all of them if the query is strict. Readers cache the findings.
/// </remarks>
internal static class PathReview
{
    /// <summary>The maximum number of documents searched if the query is not strict.</summary>
    internal const int MostDocuments = 1024;

    internal const int BatchRows = 64;

    /// <summary>Returns warnings for paths that a query names and no document has. There are none for a collection without documents.</summary>
    public static IReadOnlyList<QueryWarning> Find(QueryPlan plan, bool isStrict)
    {
        var warnings = new List<QueryWarning>();
        foreach (var path in plan.Paths)
        {
            if (path is { IsNamed: true, IsInColumns: false, Expression: null } && IsMissing(plan.Snapshot, path.Path, isStrict)
                && !warnings.Exists(warning => warning.Path.Equals(path.Path)))
            {
                warnings.Add(new QueryWarning(path.Path, PathSuggestions.For(plan.Snapshot, path.Path)));
            }
        }

        return warnings;
    }

    private static bool IsMissing(StripeSet snapshot, BlittablePath path, bool isStrict)
    {
        if (snapshot.Stripes.Count == 0)
        {
            return false;
        }

        if (!snapshot.Findings.TryGetValue(path, out var finding) || (isStrict && finding == PathFinding.Unknown))
        {
            finding = Look(snapshot, path, isStrict ? long.MaxValue : MostDocuments);
            snapshot.Findings[path] = finding;
        }

        return finding == PathFinding.Missing;
    }

    private static PathFinding Look(StripeSet snapshot, BlittablePath path, long documents)
    {
        foreach (var stripe in snapshot.Stripes)
        {
            if (stripe.Resolve(path, out _) == PathCoverage.Absent)
            {
                continue;
            }

            for (var group = 0; group < stripe.GroupCount; group++)
            {
                for (var row = 0; row < stripe.GroupRows(group); row += BatchRows, documents -= BatchRows)
                {
                    if (documents <= 0)
                    {
                        return PathFinding.Unknown;
                    }

                    if (HasAny(stripe, group, row, path))
                    {
                        return PathFinding.Found;
                    }
                }
            }
        }

        return PathFinding.Missing;
    }

    private static bool HasAny(Stripe stripe, int group, int first, BlittablePath path)
    {
        var isFound = false;
        stripe.ReadDocuments(group, first, BatchRows, (_, root) => isFound = isFound || path.Evaluate(root).MoveNext());
        return isFound;
    }
}
