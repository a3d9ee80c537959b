namespace Blittable.Benchmarks.JsonBench;

/// <summary>Represents a form in which a database stores the events.</summary>
/// <param name="Name">The name in tables.</param>
/// <param name="Expressions">The SQL expressions of the values in questions, by their names in <see cref="JsonBenchQuestion.Template"/>.</param>
internal sealed record JsonBenchForm(string Name, IReadOnlyDictionary<string, string> Expressions)
{
    /// <summary>The property types of the generated records. The names are the union over all collections.</summary>
    private const string Record =
        """
        STRUCT("$type" VARCHAR, allow STRUCT("$type" VARCHAR)[], avatar {blob}, banner {blob}, createdAt TIMESTAMP, description VARCHAR, displayName VARCHAR,
        embed STRUCT("$type" VARCHAR, images STRUCT(alt VARCHAR, aspectRatio STRUCT(height INTEGER, width INTEGER), image {blob})[],
        "external" STRUCT(description VARCHAR, thumb {blob}, title VARCHAR, uri VARCHAR), record {reference}), embeddingRules STRUCT("$type" VARCHAR)[],
        facets STRUCT(features STRUCT("$type" VARCHAR, uri VARCHAR, tag VARCHAR)[], index STRUCT(byteEnd INTEGER, byteStart INTEGER))[], langs VARCHAR[],
        list VARCHAR, name VARCHAR, policies STRUCT(labelValues VARCHAR[]), post VARCHAR, purpose VARCHAR, reply STRUCT(parent {reference}, root {reference}),
        subject JSON, text VARCHAR)
        """;

    private const string Reference = "STRUCT(cid VARCHAR, uri VARCHAR)";

    private const string Blob = """STRUCT("$type" VARCHAR, "ref" STRUCT("$link" VARCHAR), mimeType VARCHAR, size INTEGER)""";

    /// <summary>Gets the form with a column of JSON text in DuckDB, as in the original benchmark.</summary>
    public static JsonBenchForm Json { get; } = new("DuckDB JSON", Of(name => $"(j ->> '$.{name}')", "to_timestamp({time} / 1000000)"))
    {
        Load = lines => ["CREATE TABLE t (j JSON)", $"INSERT INTO t SELECT * FROM read_ndjson_objects('{lines}', maximum_object_size = 1048576)"],
    };

    /// <summary>Gets the form with a column of binary JSON in DuckDB, which its older file formats do not support.</summary>
    public static JsonBenchForm Variant { get; } = new("DuckDB VARIANT", Of(name => $"(j.{name}::VARCHAR)", "to_timestamp({time} / 1000000)"))
    {
        Settings = ";storage_compatibility_version=latest",
        Load = lines => [$"CREATE TABLE t AS SELECT json::VARIANT AS j FROM read_ndjson_objects('{lines}', maximum_object_size = 1048576)"],
    };

    /// <summary>Gets the form with a typed column per property in DuckDB. A subject, which is a string or an object, is stored as JSON.</summary>
    public static JsonBenchForm Typed { get; } = new("DuckDB typed", Of(name => name, "make_timestamp({time})"))
    {
        Load = lines =>
        [
            $$"""
            CREATE TABLE t AS SELECT * FROM read_json('{{lines}}', format = 'newline_delimited', columns = {did: 'VARCHAR', time_us: 'BIGINT', kind: 'VARCHAR',
            commit: 'STRUCT(rev VARCHAR, operation VARCHAR, collection VARCHAR, rkey VARCHAR, record {{
                Record.Replace("{blob}", Blob, StringComparison.Ordinal).Replace("{reference}", Reference, StringComparison.Ordinal)}}, cid VARCHAR)',
            identity: 'STRUCT(did VARCHAR, handle VARCHAR, seq BIGINT, time TIMESTAMP)', account: 'STRUCT(active BOOLEAN, did VARCHAR, seq BIGINT, time TIMESTAMP)'})
            """,
        ],
    };

    /// <summary>Gets the form with a column of binary JSON in PostgreSQL and an index over all values in the questions, as in the original benchmark.</summary>
    public static JsonBenchForm Postgres { get; } = new("PostgreSQL jsonb", OfPostgres())
    {
        Load = _ =>
        [
            "CREATE TABLE t (j jsonb COMPRESSION lz4 NOT NULL)",
            "INSERT INTO t SELECT j FROM lines",
            "DROP TABLE lines",
            "CREATE INDEX ON t ((j ->> 'kind'), (j -> 'commit' ->> 'operation'), (j -> 'commit' ->> 'collection'), (j ->> 'did'), ((j ->> 'time_us')::bigint))",
            "VACUUM ANALYZE t",
        ],
    };

    /// <summary>Gets the DuckDB forms.</summary>
    public static IReadOnlyList<JsonBenchForm> DuckDb { get; } = [Json, Variant, Typed];

    /// <summary>Gets the connection string settings of a new database, apart from its path.</summary>
    public string Settings { get; init; } = "";

    /// <summary>Gets the statements that load JSON lines.</summary>
    public required Func<string, IReadOnlyList<string>> Load { get; init; }

    private static Dictionary<string, string> Of(Func<string, string> value, string instant)
    {
        var time = value("time_us");
        var (first, last) = (Instant($"min({time})"), Instant($"max({time})"));
        return new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["kind"] = value("kind"),
            ["user"] = value("did"),
            ["operation"] = value("commit.operation"),
            ["collection"] = value("commit.collection"),
            ["hour"] = $"hour({Instant(time)})",
            ["first"] = first,
            ["span"] = $"date_diff('milliseconds', {first}, {last})",
        };

        string Instant(string microseconds) => instant.Replace("{time}", $"{microseconds}::BIGINT", StringComparison.Ordinal);
    }

    private static Dictionary<string, string> OfPostgres()
    {
        const string time = "(j ->> 'time_us')::bigint";
        return new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["kind"] = "j ->> 'kind'",
            ["user"] = "j ->> 'did'",
            ["operation"] = "j -> 'commit' ->> 'operation'",
            ["collection"] = "j -> 'commit' ->> 'collection'",
            ["hour"] = $"extract(hour FROM to_timestamp({time} / 1000000) AT TIME ZONE 'UTC')",
            ["first"] = $"timestamptz 'epoch' + interval '1 microsecond' * min({time})",

            // The difference function of DuckDB counts millisecond boundaries.
            ["span"] = $"max({time}) / 1000 - min({time}) / 1000",
        };
    }
}
