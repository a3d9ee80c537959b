using System.Globalization;
using Npgsql;

namespace Blittable.Benchmarks.Collections;

/// <summary>Represents the events in PostgreSQL, in a heap table with B-tree and GIN indexes.</summary>
internal sealed class PostgresEvents : IDisposable
{
    private static readonly string[] s_definition =
    [
        """
        CREATE TABLE t (id bigint, created_at timestamptz, event_date date, user_id integer, session_id text, amount numeric(12,4), price double precision,
        quantity integer, duration_ms integer, score double precision, country_code text, browser text, url text, is_mobile boolean, event_type text,
        metadata jsonb, tags text[])
        """,
        """
        INSERT INTO t SELECT (j->>'id')::bigint, (j->>'created_at')::timestamptz, (j->>'event_date')::date, (j->>'user_id')::integer, j->>'session_id',
        (j->>'amount')::numeric, (j->>'price')::double precision, (j->>'quantity')::integer, (j->>'duration_ms')::integer, (j->>'score')::double precision,
        j->>'country_code', j->>'browser', j->>'url', (j->>'is_mobile')::boolean, j->>'event_type', j->'metadata',
        ARRAY(SELECT jsonb_array_elements_text(j->'tags')) FROM lines
        """,
        "DROP TABLE lines",
        "ALTER TABLE t ADD PRIMARY KEY (id)",
        "CREATE INDEX ON t (user_id)",
        "CREATE INDEX ON t (event_date)",
        "CREATE INDEX ON t (event_type)",
        "CREATE INDEX ON t (country_code)",
        "CREATE INDEX ON t (url text_pattern_ops)",
        "CREATE INDEX ON t USING gin (metadata)",
        "CREATE INDEX ON t USING gin (tags)",
        "VACUUM ANALYZE t",
    ];

    private readonly NpgsqlConnection _connection;

    private PostgresEvents(string address)
    {
        _connection = new NpgsqlConnection(address);
        _connection.Open();

        // The published serial figures are without compilation, which costs more than a short query.
        Execute("SET jit = off");
    }

    /// <summary>Gets the bytes of the table with its indexes and long values.</summary>
    public double Bytes => Convert.ToDouble(Read("SELECT pg_total_relation_size('t')")[0][0], CultureInfo.InvariantCulture);

    /// <summary>Opens the table of a set of events and loads it first if the server does not have it.</summary>
    /// <param name="address">The connection string.</param>
    /// <param name="lines">The path of the events as JSON lines.</param>
    /// <param name="schema">The schema of the table, which identifies the set of events.</param>
    /// <param name="definition">The statements that fill a table <c>t</c> from the table <c>lines</c>, or null for the table of shop events.</param>
    public static PostgresEvents Open(string address, string lines, string schema, IReadOnlyList<string>? definition = null)
    {
        var database = new PostgresEvents(address);

        // Two suites or tests may ask for the same table at the same time. The lock ends with the connection if loading fails.
        database.Execute($"SELECT pg_advisory_lock(hashtext('{schema}'))");
        database.Execute($"CREATE SCHEMA IF NOT EXISTS {schema}");
        database.Execute($"SET search_path TO {schema}");
        if (database.Read($"SELECT 1 FROM pg_tables WHERE schemaname = '{schema}' AND tablename = 't'").Count == 0)
        {
            database.Load(lines, definition ?? s_definition);
        }

        database.Execute($"SELECT pg_advisory_unlock(hashtext('{schema}'))");
        return database;
    }

    /// <summary>Drops the table of a set of events if the server has it.</summary>
    public static void Drop(string address, string schema)
    {
        using var database = new PostgresEvents(address);
        database.Execute($"DROP SCHEMA IF EXISTS {schema} CASCADE");
    }

    /// <summary>Reads all result rows of a query.</summary>
    public List<object?[]> Read(EventQuery query) => Read(query.Sql);

    public void Dispose() => _connection.Dispose();

    private void Load(string lines, IReadOnlyList<string> definition)
    {
        Execute("CREATE UNLOGGED TABLE lines (j jsonb)");

        // The CSV format uses a quote and a delimiter that no line contains, so each line is one value.
        using (var import = _connection.BeginTextImport("COPY lines FROM STDIN (FORMAT csv, QUOTE e'\\x01', DELIMITER e'\\x02')"))
        {
            foreach (var line in File.ReadLines(lines))
            {
                import.Write(line);
                import.Write('\n');
            }
        }

        foreach (var statement in definition)
        {
            Execute(statement);
        }
    }

    /// <summary>Reads all result rows.</summary>
    public List<object?[]> Read(string sql)
    {
        using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 0 };
        using var reader = command.ExecuteReader();
        var rows = new List<object?[]>();
        while (reader.Read())
        {
            var row = new object?[reader.FieldCount];
            for (var column = 0; column < row.Length; column++)
            {
                row[column] = reader.IsDBNull(column) ? null
                    : reader.GetDataTypeName(column) == "jsonb" ? System.Text.Json.JsonDocument.Parse(reader.GetString(column)).RootElement
                    : reader.GetValue(column);
            }

            rows.Add(row);
        }

        return rows;
    }

    private void Execute(string sql)
    {
        using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 0 };
        command.ExecuteNonQuery();
    }
}
