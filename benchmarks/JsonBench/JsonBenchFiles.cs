using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Questions;
using Blittable.Collections;
using Blittable.Datasets;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>The events that JSONBench's questions are about, in each form: made in <c>datasets/generated</c> when a form is first asked for.</summary>
/// <param name="rows">The number of events.</param>
/// <param name="microseconds">The mean distance of events.</param>
internal sealed class JsonBenchFiles(int rows, int microseconds = Jetstream.DefaultMicroseconds)
{
    private readonly string _name = microseconds == Jetstream.DefaultMicroseconds ? $"jetstream-{rows}" : $"jetstream-{rows}-{microseconds}";

    public int Rows => rows;

    /// <summary>Gets the schema of the events in PostgreSQL.</summary>
    public string Schema => _name.Replace('-', '_');

    /// <summary>Gets the path of the events as JSON, one a line.</summary>
    public string Lines => GeneratedFile.Get($"{_name}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Jetstream.Write(stream, rows, microseconds: microseconds);
    });

    /// <summary>Gets the path of the events as a collection, written by the library as it is now.</summary>
    public string Collection => GeneratedFile.Get($"{_name}-{typeof(CollectionWriter).Module.ModuleVersionId:n}.blic", path => Pack(path));

    /// <summary>Gets the path of the typed columns as Parquet, compressed with zstd.</summary>
    public string Parquet => GeneratedFile.Get($"{_name}.parquet", path => DuckDbEvents.Export(Database(JsonBenchForm.Typed), path));

    /// <summary>Returns the path of the events in a database of DuckDB.</summary>
    public string Database(JsonBenchForm form) => GeneratedFile.Get($"{_name}-{form.Name.Replace(' ', '-')}.duckdb", path => Load(form, path));

    /// <summary>Loads the events into a new database of DuckDB.</summary>
    public void Load(JsonBenchForm form, string path) => DuckDbTable.Make($"{path}{form.Settings}", form.Load(Lines));

    /// <summary>Writes the events to a new collection, with the default options but one.</summary>
    public void Pack(string path, BlockCompression compression = BlockCompression.None) =>
        EventFiles.Pack(Lines, path, workers: 1, new CollectionOptions { Compression = compression });

    /// <summary>Opens the events in PostgreSQL.</summary>
    public PostgresEvents OpenPostgres(string address) => PostgresEvents.Open(address, Lines, Schema, JsonBenchForm.Postgres.Load(Lines));
}
