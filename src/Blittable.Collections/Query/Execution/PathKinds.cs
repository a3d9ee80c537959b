using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Execution;

/// <summary>Finds the kinds of the values at a path in all documents of a collection, including deleted ones.</summary>
/// <remarks>
/// The directories of columns indicate the kinds of their values. In stripes that store whole documents, documents are read: up to a limit, or all of them if the
/// query is strict. A search ends at the first value of a wanted kind. Readers cache the findings.
/// </remarks>
internal static class PathKinds
{
    /// <summary>Returns the kinds of the values at a path.</summary>
    /// <param name="snapshot">The stripes.</param>
    /// <param name="path">The path.</param>
    /// <param name="wanted">The kinds that end the search.</param>
    /// <param name="limit">The maximum number of documents to read.</param>
    /// <returns>The kinds. If none of them is wanted and the finding is incomplete, other values may have a wanted kind.</returns>
    public static KindFinding Find(StripeSet snapshot, BlittablePath path, KindFlags wanted, long limit)
    {
        if (!snapshot.Kinds.TryGetValue(path, out var finding) || ((finding.Kinds & wanted) == 0 && finding.Documents < limit))
        {
            finding = Look(snapshot, path, wanted, limit);
            snapshot.Kinds[path] = finding;
        }

        return finding;
    }

    private static KindFinding Look(StripeSet snapshot, BlittablePath path, KindFlags wanted, long limit)
    {
        var kinds = KindFlags.None;
        var columns = new List<(Stripe Stripe, StripeNode Node)>();
        var documents = new List<Stripe>();
        foreach (var stripe in snapshot.Stripes)
        {
            switch (stripe.Resolve(path, out var node))
            {
                case PathCoverage.Columns:
                    columns.Add((stripe, node!));
                    kinds |= Scalars(node!, stripe.GroupCount);
                    break;
                case PathCoverage.Documents:
                    documents.Add(stripe);
                    break;
            }

            if ((kinds & wanted) != 0)
            {
                return new KindFinding(kinds, 0);
            }
        }

        // The states of rows tell objects from arrays. They are read only if no scalar suffices.
        foreach (var (stripe, node) in columns)
        {
            kinds |= (node.HasArrays(stripe.GroupCount) ? KindFlags.Array : 0) | (node.HasObjects(stripe.GroupCount) ? KindFlags.Object : 0);
        }

        return documents.Count == 0 ? new KindFinding(kinds, KindFinding.Unlimited) : Look(documents, path, kinds, wanted, limit);
    }

    private static KindFinding Look(List<Stripe> stripes, BlittablePath path, KindFlags kinds, KindFlags wanted, long limit)
    {
        var left = limit;
        foreach (var stripe in stripes)
        {
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                for (var row = 0; row < stripe.GroupRows(group); row += PathReview.BatchRows, left -= PathReview.BatchRows)
                {
                    if ((kinds & wanted) != 0 || left <= 0)
                    {
                        return new KindFinding(kinds, (kinds & wanted) != 0 ? 0 : limit);
                    }

                    kinds |= Read(stripe, group, row, path);
                }
            }
        }

        return new KindFinding(kinds, KindFinding.Unlimited);
    }

    private static KindFlags Read(Stripe stripe, int group, int first, BlittablePath path)
    {
        var kinds = KindFlags.None;
        stripe.ReadDocuments(group, first, PathReview.BatchRows, (_, root) =>
        {
            foreach (var value in path.Evaluate(root))
            {
                kinds |= Of(value);
            }
        });
        return kinds;
    }

    private static KindFlags Of(BlittableValue value) => value.Kind switch
    {
        BlittableValueKind.Object => KindFlags.Object,
        BlittableValueKind.Array => KindFlags.Array,
        _ => KindText.FlagsOf(QueryValue.FromScalar(value).Kind),
    };

    private static KindFlags Scalars(StripeNode node, int groups) =>
        (Has(node.Numbers, groups) ? KindFlags.Number : 0) | (Has(node.Strings, groups) ? KindFlags.String : 0)
        | (Has(node.Dates, groups) ? KindFlags.Date : 0) | (Has(node.Booleans, groups) ? KindFlags.Boolean : 0);

    private static bool Has(StripeColumn? column, int groups)
    {
        for (var group = 0; column is not null && group < groups; group++)
        {
            if (column.Chunk(group).Format != ChunkFormat.Absent)
            {
                return true;
            }
        }

        return false;
    }
}
