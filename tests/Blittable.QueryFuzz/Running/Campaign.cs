using System.Diagnostics;
using System.Globalization;
using Blittable.Collections;
using Blittable.QueryFuzz.Generation;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Sql;

namespace Blittable.QueryFuzz.Running;

/// <summary>Runs random queries over random collections in all configurations, and counts them.</summary>
internal sealed class Campaign(CampaignOptions options, TextWriter output) : IDisposable
{
    public const int QueriesOfCollection = 20;

    private readonly Dictionary<Configuration, long> _counts = Configuration.All.ToDictionary(configuration => configuration, _ => 0L);
    private readonly Dictionary<string, int> _kinds = [];
    private readonly DuckDbOracle _duckDb = new();

    public void Dispose() => _duckDb.Dispose();

    /// <summary>Runs until the number of queries or the time is reached.</summary>
    /// <returns>The number of queries with a wrong answer.</returns>
    public int Run()
    {
        var state = CampaignState.Load(options.State, options.Seed);
        var watch = Stopwatch.StartNew();
        var failures = 0;
        var first = options.First ?? state.Done;
        for (var number = first; number < options.Collections + first && watch.Elapsed < options.Time; number++)
        {
            var found = RunCollection(number);
            failures += found;
            state = state.Add(QueriesOfCollection, found);
            state.Save(options.State);
        }

        foreach (var (configuration, count) in _counts)
        {
            output.WriteLine($"{configuration}: {count} queries");
        }

        foreach (var (kind, count) in _kinds.OrderByDescending(pair => pair.Value))
        {
            output.WriteLine($"{count} × {kind}");
        }

        output.WriteLine($"{_duckDb.Answered} queries asked of DuckDB as well, {_duckDb.Skipped} that it cannot be asked, {_duckDb.Refused} that it refused");
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{_counts.Values.Max()} queries in {_counts.Count} configurations, {failures} with a wrong answer, in {watch.Elapsed.TotalSeconds:0} s; in all {state.Queries} queries, {state.Failures} with a wrong answer"));
        return failures;
    }

    private int RunCollection(long number)
    {
        var collection = CollectionGenerator.Make(new FuzzRandom(options.Seed, (ulong)number * 64));
        FuzzCase fuzz;
        try
        {
            fuzz = new FuzzCase(collection, Enum.GetValues<CollectionLayout>());
        }
        catch (Exception exception)
        {
            Count("collection", $"seed {options.Seed}, collection {number}: {exception}\n{collection}");
            return 1;
        }

        using (fuzz)
        {
            var failures = options.Query is null ? CheckChanges(collection, number) : 0;
            _duckDb.Load(fuzz.Documents(CollectionLayout.Rows));
            for (var i = 0; i < QueriesOfCollection; i++)
            {
                if (options.Query is { } only && only != i)
                {
                    continue;
                }

                var query = new QueryGenerator(new FuzzRandom(options.Seed, ((ulong)number * 64) + (ulong)i + 1), collection.Documents.Values).Make();
                failures += Ask(fuzz, collection, query, $"seed {options.Seed}, collection {number}, query {i}") ? 0 : 1;
            }

            return failures;
        }
    }

    /// <summary>Changes and deletes documents by random filters.</summary>
    /// <returns>The number of wrong results.</returns>
    private int CheckChanges(CollectionModel collection, long number)
    {
        var random = new FuzzRandom(options.Seed, ((ulong)number * 64) + QueriesOfCollection + 1);
        var generator = new QueryGenerator(random, collection.Documents.Values);
        var (changed, deleted, layout) = (generator.MakeFilter(), generator.MakeFilter(), random.Pick<CollectionLayout>(Enum.GetValues<CollectionLayout>()));
        if (ChangeCheck.Difference(collection, layout, changed, deleted) is not { } difference)
        {
            return 0;
        }

        Count("changes", $"--- changes\nseed {options.Seed}, collection {number}, {layout}\nupdate where {changed}\ndelete where {deleted}\n{difference}\n{collection}\n");
        return 1;
    }

    private bool Ask(FuzzCase fuzz, CollectionModel collection, QueryModel query, string name)
    {
        var failed = new List<FuzzFailure>();
        foreach (var configuration in Configuration.All)
        {
            if (fuzz.Ask(query, configuration) is { } failure)
            {
                failed.Add(failure);
            }

            _counts[configuration]++;
        }

        foreach (var kind in failed.GroupBy(failure => failure.Kind))
        {
            var where = kind.Count() == Configuration.All.Count ? "everywhere" : string.Join(" + ", kind.Select(failure => failure.Configuration.Layout).Distinct())
                + (kind.All(failure => failure.Configuration.IsLimited) ? ", only with a limit" : "") + (kind.All(failure => failure.Configuration.Workers > 1) ? ", only with workers" : "");
            Report(fuzz, collection, query, kind.First(), $"{kind.Key}; {where}", name);
        }

        if (_duckDb.Difference(query) is { } difference)
        {
            Count("DuckDB", $"--- DuckDB\n{name}\n{query}\n{difference}\n{collection}\n");
            return false;
        }

        return failed.Count == 0;
    }

    private void Report(FuzzCase fuzz, CollectionModel collection, QueryModel query, FuzzFailure failure, string kind, string name)
    {
        if (_kinds.GetValueOrDefault(kind) >= options.Shown)
        {
            Count(kind, null);
            return;
        }

        var (smallest, simple, found) = options.Shrinking == TimeSpan.Zero ? (collection, query, failure) : new Shrinker(failure, options.Shrinking).Shrink(collection, query);
        Count(
            kind,
            $"""
            --- {kind}
            {name}; {found.Configuration}
            {found.Difference}
            {simple}
            {smallest}
            expected
            {found.Expected}
            found
            {found.Found}

            """);
    }

    private void Count(string kind, string? text)
    {
        _kinds[kind] = _kinds.GetValueOrDefault(kind) + 1;
        if (text is not null)
        {
            output.WriteLine(text);
            output.Flush();
        }
    }
}
