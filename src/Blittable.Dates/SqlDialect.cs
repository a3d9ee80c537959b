namespace Blittable.Dates;

/// <summary>Identifies a database by its dialect of SQL.</summary>
public enum SqlDialect
{
    /// <summary>PostgreSQL.</summary>
    PostgreSql,

    /// <summary>MySQL and MariaDB.</summary>
    MySql,

    /// <summary>SQLite.</summary>
    Sqlite,
}
