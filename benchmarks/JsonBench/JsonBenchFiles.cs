using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Questions;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>Provides the events of JSONBench's questions in each form. Files are created in <c>datasets/generated</c> on first use.</summary>
/// <param name="rows">The number of events.</param>
/// <param name="microseconds">The mean interval between events in microseconds.</param>
internal sealed class JsonBenchFiles(int rows, int microseconds = Jetstream.DefaultMicroseconds)
{
    private readonly string _name = microseconds == Jetstream.DefaultMicroseconds ? $"jetstream-{rows}" : $"jetstream-{rows}-{microseconds}";

    public int Rows => rows;

    /// <summary>Gets the schema of the events in PostgreSQL.</summary>
    public string Schema => _name.Replace('-', '_');

    /// <summary>Gets the path of the events as JSON lines.</summary>
    public string Lines => GeneratedFile.Get($"{_name}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Jetstream.Write(stream, rows, microseconds: microseconds);
    });

    /// <summary>Gets the path of the events as a collection written by the current build of the library.</summary>
    public string Collection => GeneratedFile.Get($"{_name}-{typeof(CollectionWriter).Module.ModuleVersionId:n}.blic", path => Pack(path));

    /// <summary>Gets the path of the typed columns as Parquet with zstd compression.</summary>
    public string Parquet => GeneratedFile.Get($"{_name}.parquet", path => DuckDbEvents.Export(Database(JsonBenchForm.Typed), path));

    /// <summary>Returns the path of the events in a DuckDB database.</summary>
    public string Database(JsonBenchForm form) => GeneratedFile.Get($"{_name}-{form.Name.Replace(' ', '-')}.duckdb", path => Load(form, path));

    /// <summary>Loads the events into a new DuckDB database.</summary>
    public void Load(JsonBenchForm form, string path) => DuckDbTable.Make($"{path}{form.Settings}", form.Load(Lines));

    /// <summary>Writes the events to a new collection with default options, except for the compression.</summary>
    public void Pack(string path, BlockCompression compression = BlockCompression.None) =>
        EventFiles.Pack(Lines, path, workers: 1, new CollectionOptions { Compression = compression });

    /// <summary>Opens the events in PostgreSQL.</summary>
    public PostgresEvents OpenPostgres(string address) => PostgresEvents.Open(address, Lines, Schema, JsonBenchForm.Postgres.Load(Lines));
}
