namespace Blittable.QueryFuzz.Sql;

/// <summary>The exception that is thrown for a part of a query that has no SQL or another meaning in DuckDB.</summary>
internal sealed class NotInSqlException : Exception;
