using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Collections;

/// <summary>The events that are queried, as JSON lines and as a collection: made in <c>datasets/generated</c> when somebody first asks.</summary>
/// <remarks>The names have the version of the events, so that files with events of another version are not used.</remarks>
internal sealed class EventFiles(int rows)
{
    private const ulong Seed = 1;
    private const string Prefix = "shop-events";

    /// <summary>Events are found by their identity and by their user. With <see cref="CollectionLayout.Hybrid"/> the most selective filters have columns.</summary>
    private static readonly CollectionOptions s_options = new()
    {
        Key = "$.id",
        Indexes = ["$.user_id"],
        Columns = ["$.event_date", "$.event_type", "$.country_code", "$.amount"],
    };

    public int Rows => rows;

    /// <summary>The path of the events as JSON, one a line.</summary>
    public string Lines => GeneratedFile.Get($"{Prefix}-{rows}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Events.Write(stream, rows, Seed);
    });

    /// <summary>The path of the events as a collection, written by the library as it is now.</summary>
    public string Collection => CollectionOf(CollectionLayout.Columns);

    /// <summary>The path of the events in a database of DuckDB.</summary>
    public string Database => GeneratedFile.Get($"{Prefix}-{rows}.duckdb", path => DuckDbEvents.Load(Lines, path, threads: 1));

    /// <summary>The path of the events as Parquet, written by DuckDB and compressed with zstd.</summary>
    public string Parquet => GeneratedFile.Get($"{Prefix}-{rows}.parquet", path => DuckDbEvents.Export(Database, path));

    /// <summary>Returns the path of the events as a collection in a layout, written by the library as it is now.</summary>
    public string CollectionOf(CollectionLayout layout) => GeneratedFile.Get(
        $"{Prefix}-{layout.ToString().ToLowerInvariant()}-{rows}-{typeof(CollectionWriter).Module.ModuleVersionId:n}.blic", path => Pack(path, workers: 1, layout));

    /// <summary>Writes the collection to a new file.</summary>
    public void Pack(string path, int workers, CollectionLayout layout = CollectionLayout.Columns) => Pack(Lines, path, workers, layout);

    /// <summary>Writes events to a new collection.</summary>
    public static void Pack(string lines, string path, int workers, CollectionLayout layout) => Pack(lines, path, workers, s_options with { Layout = layout });

    /// <summary>Writes JSON lines to a new collection.</summary>
    public static void Pack(string lines, string path, int workers, CollectionOptions options)
    {
        using var writer = CollectionWriter.Create(path, options);
        writer.Workers = workers;
        using var stream = new FileStream(lines, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        var buffer = new byte[1 << 20];
        var kept = 0;
        while (stream.Read(buffer.AsSpan(kept)) is var read and > 0)
        {
            ReadOnlySpan<byte> rest = buffer.AsSpan(0, kept + read);
            while (rest.IndexOf((byte)'\n') is var end and >= 0)
            {
                writer.Add(rest[..end]);
                rest = rest[(end + 1)..];
            }

            kept = rest.Length;
            rest.CopyTo(buffer);
        }

        writer.Commit();
    }
}
