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
        var snapshot = plan.Snapshot;
        if (snapshot.Stripes.Count == 0)
        {
            return [];
        }

        BlittablePath[] paths = [.. plan.Paths.Where(path => path is { IsNamed: true, IsInColumns: false, Expression: null }).Select(path => path.Path).Distinct()];
        Look(snapshot, paths.Where(path => !snapshot.Findings.TryGetValue(path, out var finding) || (isStrict && finding == PathFinding.Unknown)), isStrict ? long.MaxValue : MostDocuments);
        return [.. paths.Where(path => snapshot.Findings[path] == PathFinding.Missing).Select(path => new QueryWarning(path, PathSuggestions.For(snapshot, path)))];
    }

    /// <summary>Searches documents for paths. Each document is read once, because a query may name thousands of paths.</summary>
    private static void Look(StripeSet snapshot, IEnumerable<BlittablePath> paths, long documents)
    {
        List<Search> searches = [.. paths.Select(path => new Search(path, documents))];
        for (var stripe = 0; stripe < snapshot.Stripes.Count && searches.Count > 0; stripe++)
        {
            Look(snapshot.Stripes[stripe], searches);
            searches.RemoveAll(search => search.TryEnd(snapshot));
        }

        foreach (var search in searches)
        {
            snapshot.Findings[search.Path] = PathFinding.Missing;
        }
    }

    private static void Look(Stripe stripe, List<Search> searches)
    {
        List<Search> open = [.. searches.Where(search => stripe.Resolve(search.Path, out _) != PathCoverage.Absent)];
        for (var group = 0; group < stripe.GroupCount; group++)
        {
            for (var row = 0; row < stripe.GroupRows(group); row += BatchRows)
            {
                open.RemoveAll(search => !search.TryContinue());
                if (open.Count == 0)
                {
                    return;
                }

                stripe.ReadDocuments(group, row, BatchRows, (_, root) =>
                {
                    foreach (var search in open)
                    {
                        search.Look(root);
                    }
                });
            }
        }
    }

    /// <summary>The search for a path.</summary>
    private sealed class Search(BlittablePath path, long documents)
    {
        private long _rest = documents;
        private PathFinding? _finding;

        public BlittablePath Path => path;

        /// <summary>Determines whether the search needs the documents of another batch.</summary>
        public bool TryContinue()
        {
            _finding ??= _rest <= 0 ? PathFinding.Unknown : null;
            _rest -= BatchRows;
            return _finding is null;
        }

        public void Look(BlittableValue document)
        {
            if (_finding is null && path.Evaluate(document).MoveNext())
            {
                _finding = PathFinding.Found;
            }
        }

        /// <summary>Stores the finding, if there is one.</summary>
        public bool TryEnd(StripeSet snapshot)
        {
            if (_finding is { } finding)
            {
                snapshot.Findings[path] = finding;
            }

            return _finding is not null;
        }
    }
}
