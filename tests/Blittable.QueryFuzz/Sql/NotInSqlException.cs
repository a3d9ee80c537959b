namespace Blittable.QueryFuzz.Sql;

/// <summary>The exception that is thrown for a part of a query that DuckDB cannot be asked, or means otherwise.</summary>
internal sealed class NotInSqlException : Exception;
