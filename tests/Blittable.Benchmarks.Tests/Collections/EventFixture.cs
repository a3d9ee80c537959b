using Blittable.Benchmarks.Collections;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Tests.Collections;

/// <summary>Several thousand events of half a year in a temporary folder: as JSON lines, in DuckDB, and as a collection in each layout.</summary>
public sealed class EventFixture : IDisposable
{
    internal const int Rows = 5000;
    private const int SecondsBetween = 3600;

    private readonly string _folder = Directory.CreateTempSubdirectory("events").FullName;
    private readonly Dictionary<CollectionLayout, CollectionReader> _readers = [];

    public EventFixture()
    {
        using (var stream = File.Create(Lines))
        {
            Events.Write(stream, Rows, seed: 3, SecondsBetween);
        }

        var database = Path.Combine(_folder, "events.duckdb");
        DuckDbEvents.Load(Lines, database, threads: 1);
        DuckDb = DuckDbEvents.Open(database, threads: 1);
        foreach (var layout in (CollectionLayout[])[CollectionLayout.Rows, CollectionLayout.Columns, CollectionLayout.Hybrid])
        {
            var path = Path.Combine(_folder, $"{layout}.blic");
            EventFiles.Pack(Lines, path, workers: 1, layout);
            _readers.Add(layout, CollectionReader.Open(path));
        }
    }

    internal string Lines => Path.Combine(_folder, "events.ndjson");

    internal DuckDbEvents DuckDb { get; }

    internal static IReadOnlyList<EventQuery> Queries { get; } = EventQueries.All(Rows);

    internal static EventQuery Query(string name) => Queries.Single(query => query.Name == name);

    /// <summary>Requires each layout to return the rows of another system.</summary>
    internal void RequireEqual(EventQuery query, EventRows other)
    {
        foreach (var (layout, reader) in _readers)
        {
            var difference = query.Rows(reader).Difference(other, query);
            Assert.True(difference is null, $"{query.Name}, {layout}: {difference}");
        }
    }

    public void Dispose()
    {
        DuckDb.Dispose();
        foreach (var reader in _readers.Values)
        {
            reader.Dispose();
        }

        Directory.Delete(_folder, recursive: true);
    }
}
