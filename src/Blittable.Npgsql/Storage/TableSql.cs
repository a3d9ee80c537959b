using System.Text;
using Blittable.Npgsql.Dictionaries;

namespace Blittable.Npgsql.Storage;

/// <summary>Builds the statements of a table once, for all calls.</summary>
internal sealed class TableSql
{
    /// <summary>The maximum length of a name in bytes. PostgreSQL truncates longer names, which could then collide.</summary>
    public const int MaxNameLength = 63;

    private readonly BlittableTableOptions _options;
    private readonly KeyType _key;
    private readonly string[] _indexes;

    public TableSql(BlittableTableOptions options, KeyType key)
    {
        _options = options;
        _key = key;
        Table = Quote(options.Name);
        string[] columns = ["key", "document", .. options.Promoted.Select(column => Quote(column.Name))];
        if (columns.Distinct(StringComparer.Ordinal).Count() != columns.Length || options.Promoted.Any(column => column.Name is "key" or "document"))
        {
            throw new ArgumentException("Promoted column names must be unique and must differ from 'key' and 'document'.", nameof(options));
        }

        var list = string.Join(", ", columns);
        var parameters = string.Join(", ", Enumerable.Range(1, columns.Length).Select(number => $"${number}"));
        var changes = string.Join(", ", columns.Skip(1).Select(column => $"{column} = excluded.{column}"));
        Copy = $"COPY {Table} ({list}) FROM STDIN (FORMAT BINARY)";
        CopyOut = $"COPY {Table} (key, document) TO STDOUT (FORMAT BINARY)";
        Upsert = $"INSERT INTO {Table} ({list}) SELECT {parameters} {CompanionTable.FromVersion(options.Name, columns.Length + 1)} ON CONFLICT (key) DO UPDATE SET {changes}";
        LockForCopy = $"LOCK TABLE {Table} IN ROW EXCLUSIVE MODE";
        HasVersion = $"SELECT 1 {CompanionTable.FromVersion(options.Name, 1)}";
        Get = $"SELECT document FROM {Table} WHERE key = $1";
        GetMany = $"SELECT key, document FROM {Table} WHERE key = ANY ($1)";
        Delete = $"DELETE FROM {Table} WHERE key = $1";
        _indexes = [.. Indexes()];
    }

    public string Table { get; }

    public string Copy { get; }

    public string CopyOut { get; }

    /// <summary>Gets the statement that prevents the table from being dropped before <see cref="Copy"/>, which takes an equal lock.</summary>
    public string LockForCopy { get; }

    /// <summary>Gets the statement that returns a row if the table has the specified version of the dictionary.</summary>
    public string HasVersion { get; }

    /// <summary>Gets the statement that stores a row only if the table has the dictionary version that the document was converted with.</summary>
    public string Upsert { get; }

    public string Get { get; }

    public string GetMany { get; }

    public string Delete { get; }

    /// <exception cref="ArgumentException">The name is not valid for a table, column or index.</exception>
    public static string Quote(string name) => Encoding.UTF8.GetByteCount(name) is > 0 and <= MaxNameLength && !name.Contains('\0')
        ? $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : throw new ArgumentException($"'{name}' is not a valid name. A name must have 1 to {MaxNameLength} bytes and must not contain U+0000.", nameof(name));

    /// <summary>Returns a text as a string literal. Null becomes an empty string.</summary>
    public static string Literal(string? text) => $"'{(text ?? "").Replace("'", "''", StringComparison.Ordinal)}'";

    /// <summary>Gets the column definitions, without the primary key.</summary>
    public string Columns =>
        string.Join(
            ", ",
            (string[])[$"key {_key.Sql} NOT NULL", "document bytea NOT NULL", .. _options.Promoted.Select(column => $"{Quote(column.Name)} {TypeOf(column)}")]);

    /// <summary>Returns the statements that create the table on one server.</summary>
    /// <remarks>
    /// A lock admits one program at a time, because concurrent creations would see each other's partial results. Documents are already compressed.
    /// <c>EXTERNAL</c> prevents PostgreSQL from trying again, and still moves large documents out of the row.
    /// </remarks>
    public IEnumerable<string> Create(string suffix = "")
    {
        yield return "SELECT pg_advisory_xact_lock(hashtext('Blittable.Npgsql'))";
        yield return $"CREATE TABLE IF NOT EXISTS {Table} ({Columns}, PRIMARY KEY (key)){suffix}";
        yield return $"ALTER TABLE {Table} ALTER COLUMN document SET STORAGE EXTERNAL";
        foreach (var index in _indexes)
        {
            yield return index;
        }
    }

    /// <summary>Returns the statement that selects the rows whose promoted column is at least $1 and less than $2, in the order of the column.</summary>
    public string Scan(PromotedColumn column) =>
        $"SELECT key, document FROM {Table} WHERE {Quote(column.Name)} >= $1 AND {Quote(column.Name)} < $2 ORDER BY {Quote(column.Name)}, key";

    private IEnumerable<string> Indexes()
    {
        foreach (var column in _options.Promoted)
        {
            if (column.IsIndexed)
            {
                yield return IndexSql.Create(_options, column, "value", Quote(column.Name));
            }

            if (column.IndexesDateFields)
            {
                if (column.Type != PromotedType.BitpackDate)
                {
                    throw new ArgumentException(
                        $"The date fields of column '{column.Name}' cannot be indexed because its type is {column.Type}, not {PromotedType.BitpackDate}.");
                }

                // In a BitpackDate, the year starts at bit 40 and the month at bit 35.
                yield return IndexSql.Create(_options, column, "year", $"(({Quote(column.Name)} >> 40) & 4095)");
                yield return IndexSql.Create(_options, column, "month", $"(({Quote(column.Name)} >> 35) & 131071)");
            }
        }
    }

    private static string TypeOf(PromotedColumn column) => column.Type switch
    {
        PromotedType.Double => "double precision",
        PromotedType.Decimal => "numeric",
        PromotedType.Text => "text",
        _ => "bigint",
    };
}
