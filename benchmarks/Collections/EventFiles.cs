using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Collections;

/// <summary>Provides the queried events as JSON lines and as collections. Files are created in <c>datasets/generated</c> on first use.</summary>
/// <remarks>File names contain the version of the events, so files with another version are not used.</remarks>
internal sealed class EventFiles(int rows)
{
    private const ulong Seed = 1;
    private const string Prefix = "shop-events";

    /// <summary>Indexes events by identity and by user. With <see cref="CollectionLayout.Hybrid"/>, the most selective filters have columns.</summary>
    private static readonly CollectionOptions s_options = new()
    {
        Key = "$.id",
        Indexes = ["$.user_id"],
        Columns = ["$.event_date", "$.event_type", "$.country_code", "$.amount"],
    };

    public int Rows => rows;

    /// <summary>Gets the path of the events as JSON lines.</summary>
    public string Lines => GeneratedFile.Get($"{Prefix}-{rows}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Events.Write(stream, rows, Seed);
    });

    /// <summary>Gets the path of the events as a collection written by the current build of the library.</summary>
    public string Collection => CollectionOf(CollectionLayout.Columns);

    /// <summary>Gets the path of the events in a DuckDB database.</summary>
    public string Database => GeneratedFile.Get($"{Prefix}-{rows}.duckdb", path => DuckDbEvents.Load(Lines, path, threads: 1));

    /// <summary>Gets the path of the events as Parquet, written by DuckDB with zstd compression.</summary>
    public string Parquet => GeneratedFile.Get($"{Prefix}-{rows}.parquet", path => DuckDbEvents.Export(Database, path));

    /// <summary>Gets the schema of the events in PostgreSQL.</summary>
    public string Schema => $"events_{rows}";

    /// <summary>Opens the events in PostgreSQL, and loads them first if the server does not have them.</summary>
    public PostgresEvents OpenPostgres(string address) => PostgresEvents.Open(address, Lines, Schema);

    /// <summary>Returns the path of the events as a collection in a layout, written by the current build of the library.</summary>
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
