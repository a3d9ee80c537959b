namespace Blittable.DuckDB.Tests;

/// <summary>Compares a table with the rows that DuckDB reads from JSON, with equal types.</summary>
internal static class JsonOracle
{
    /// <summary>Asserts that a table has the rows of a file of newline-delimited JSON. The column <c>id</c> identifies the rows.</summary>
    public static void AssertEqual(Session session, string table, string file)
    {
        var types = session.Query($"SELECT '{{' || string_agg('\"' || replace(column_name, '\"', '\"\"') || '\": ''' || replace(column_type, '''', '''''') || '''', ', ') || '}}' FROM (DESCRIBE {table})");
        session.Query($"CREATE OR REPLACE TABLE oracle AS SELECT * FROM read_json('{file}', format = 'newline_delimited', maximum_object_size = 100000000, columns = {types})");

        Assert.Equal(session.Query("SELECT id, o::VARCHAR FROM oracle o ORDER BY id"), session.Query($"SELECT id, t::VARCHAR FROM {table} t ORDER BY id"));
        Assert.Equal("0", session.Query($"SELECT count(*) FROM (SELECT t FROM {table} t EXCEPT ALL SELECT o FROM oracle o)"));
        Assert.Equal("0", session.Query($"SELECT count(*) FROM (SELECT o FROM oracle o EXCEPT ALL SELECT t FROM {table} t)"));
    }
}
