using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.Collections;

/// <summary>The events that are queried, as JSON lines and as a collection: made in <c>datasets/generated</c> when somebody first asks.</summary>
internal sealed class EventFiles(int rows)
{
    private const ulong Seed = 1;

    /// <summary>Events are found by their identity and by their user.</summary>
    private static readonly CollectionOptions s_options = new() { Key = "$.id", Indexes = ["$.user_id"] };

    public int Rows => rows;

    /// <summary>The path of the events as JSON, one a line.</summary>
    public string Lines => GeneratedFile.Get($"events-{rows}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Events.Write(stream, rows, Seed);
    });

    /// <summary>The path of the events as a collection, written by the library as it is now.</summary>
    public string Collection => GeneratedFile.Get($"events-{rows}-{typeof(CollectionWriter).Module.ModuleVersionId:n}.blic", path => Pack(path, workers: 1));

    /// <summary>The path of the events in a database of DuckDB.</summary>
    public string Database => GeneratedFile.Get($"events-{rows}.duckdb", path => DuckDbEvents.Load(Lines, path, threads: 1));

    /// <summary>The path of the events as Parquet, written by DuckDB and compressed with zstd.</summary>
    public string Parquet => GeneratedFile.Get($"events-{rows}.parquet", path => DuckDbEvents.Export(Database, path));

    /// <summary>Writes the collection to a new file.</summary>
    public void Pack(string path, int workers)
    {
        using var writer = CollectionWriter.Create(path, s_options);
        writer.Workers = workers;
        using var stream = new FileStream(Lines, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        var buffer = new byte[1 << 20];
        var kept = 0;
        while (stream.Read(buffer.AsSpan(kept)) is var read and > 0)
        {
            ReadOnlySpan<byte> lines = buffer.AsSpan(0, kept + read);
            while (lines.IndexOf((byte)'\n') is var end and >= 0)
            {
                writer.Add(lines[..end]);
                lines = lines[(end + 1)..];
            }

            kept = lines.Length;
            lines.CopyTo(buffer);
        }

        writer.Commit();
    }
}
