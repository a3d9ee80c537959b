using System.Diagnostics;
using Blittable.Collections;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Running;

/// <summary>Shrinks a failing case while the kind of the difference stays the same.</summary>
internal sealed class Shrinker(FuzzFailure first, TimeSpan time)
{
    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private FuzzFailure? _smallest;

    private FuzzFailure Smallest => _smallest ?? first;

    /// <summary>Returns the smallest case found, and its failure.</summary>
    public (CollectionModel Collection, QueryModel Query, FuzzFailure Failure) Shrink(CollectionModel collection, QueryModel query)
    {
        for (var isSmaller = true; isSmaller && _watch.Elapsed < time;)
        {
            isSmaller = false;
            foreach (var smaller in QueryShrinker.Smaller(query))
            {
                if (Fails(collection, smaller, Smallest.Configuration))
                {
                    (query, isSmaller) = (smaller, true);
                    break;
                }
            }

            if (isSmaller)
            {
                continue;
            }

            foreach (var (smaller, configuration) in SmallerCollections(collection))
            {
                if (Fails(smaller, query, configuration))
                {
                    (collection, isSmaller) = (smaller, true);
                    break;
                }
            }
        }

        return (collection, query, Smallest);
    }

    private bool Fails(CollectionModel collection, QueryModel query, Configuration configuration)
    {
        if (_watch.Elapsed > time)
        {
            return false;
        }

        try
        {
            using var smaller = new FuzzCase(collection, configuration.Layout);
            if (smaller.Ask(query, configuration) is { } found && found.Kind == first.Kind)
            {
                _smallest = found;
                return true;
            }
        }
        catch (Exception exception) when (exception is BlittableException or ArgumentException or InvalidOperationException)
        {
            // The case is invalid, for example because a document to be updated was removed.
        }

        return false;
    }

    private IEnumerable<(CollectionModel Collection, Configuration Configuration)> SmallerCollections(CollectionModel collection)
    {
        var configuration = Smallest.Configuration;
        if (configuration.Workers > 1)
        {
            yield return (collection, configuration with { Workers = 1 });
        }

        if (configuration.IsLimited)
        {
            yield return (collection, configuration with { IsLimited = false });
        }

        if (configuration.Layout != CollectionLayout.Rows)
        {
            yield return (collection, configuration with { Layout = CollectionLayout.Rows });
        }

        if (collection.Options != new CollectionOptions { Key = collection.Options.Key })
        {
            yield return (collection with { Options = new CollectionOptions { Key = collection.Options.Key } }, configuration);
            yield return (collection with { Options = collection.Options with { OrderBy = null, Compression = BlockCompression.None } }, configuration);
        }

        var all = collection.Documents;
        if (collection.Commits.Length > 1)
        {
            yield return (collection with { Commits = [new([.. all.Select(document => new DocumentModel(document.Key, document.Value))], [], [])] }, configuration);
        }

        for (var commit = 0; commit < collection.Commits.Length; commit++)
        {
            var added = collection.Commits[commit].Added;
            for (var size = Math.Max(1, added.Length / 2); size > 0; size /= 2)
            {
                for (var start = 0; start < added.Length; start += size)
                {
                    var gone = added.Skip(start).Take(size).Select(document => document.Id).ToHashSet();
                    yield return (Without(collection, gone), configuration);
                }
            }
        }

        foreach (var smaller in DocumentShrinker.Smaller(collection))
        {
            yield return (smaller, configuration);
        }
    }

    private static CollectionModel Without(CollectionModel collection, HashSet<long> gone) => collection with
    {
        Commits =
        [
            .. collection.Commits
                .Select(commit => new CommitModel(
                    [.. commit.Added.Where(document => !gone.Contains(document.Id))],
                    [.. commit.Updated.Where(document => !gone.Contains(document.Id))],
                    [.. commit.Deleted.Where(id => !gone.Contains(id))]))
                .Where((commit, at) => at == 0 || commit.Added.Length + commit.Updated.Length + commit.Deleted.Length > 0),
        ],
    };
}
