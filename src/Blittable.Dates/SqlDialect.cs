namespace Blittable.Dates;

/// <summary>Identifies the SQL dialect of a database.</summary>
public enum SqlDialect
{
    /// <summary>PostgreSQL.</summary>
    PostgreSql,

    /// <summary>MySQL and MariaDB.</summary>
    MySql,

    /// <summary>SQLite.</summary>
    Sqlite,
}
