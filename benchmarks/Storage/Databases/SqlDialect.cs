namespace Blittable.Benchmarks.Storage;

/// <summary>Whose SQL a statement is written in.</summary>
internal enum SqlDialect
{
    Sqlite,
    PostgreSql,
    MariaDb,
}
