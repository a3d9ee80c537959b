namespace Blittable.Dates;

/// <summary>A database whose SQL is meant.</summary>
public enum SqlDialect
{
    /// <summary>PostgreSQL.</summary>
    PostgreSql,

    /// <summary>MySQL and MariaDB.</summary>
    MySql,

    /// <summary>SQLite.</summary>
    Sqlite,
}
