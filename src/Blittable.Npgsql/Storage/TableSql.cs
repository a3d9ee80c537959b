using System.Text;
using Blittable.Npgsql.Dictionaries;

namespace Blittable.Npgsql.Storage;

/// <summary>The statements of a table, worded once.</summary>
internal sealed class TableSql
{
    /// <summary>Bytes of the longest name; of a longer one PostgreSQL takes the start, which may be the start of another name too.</summary>
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
            throw new ArgumentException("The names of promoted columns must differ from each other and from 'key' and 'document'.", nameof(options));
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

    /// <summary>Keeps the table from being dropped before <see cref="Copy"/>, whose own lock this is.</summary>
    public string LockForCopy { get; }

    /// <summary>Finds a row if the table has a version of the dictionary.</summary>
    public string HasVersion { get; }

    /// <summary>Stores a row if the table has the version of the dictionary that its document was made with, and no row otherwise.</summary>
    public string Upsert { get; }

    public string Get { get; }

    public string GetMany { get; }

    public string Delete { get; }

    /// <exception cref="ArgumentException">No table, column or index can have this name.</exception>
    public static string Quote(string name) => Encoding.UTF8.GetByteCount(name) is > 0 and <= MaxNameLength && !name.Contains('\0')
        ? $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : throw new ArgumentException($"'{name}' is not a valid name: a name has 1 to {MaxNameLength} bytes and no character U+0000.", nameof(name));

    /// <summary>A text as a constant; null is an empty one.</summary>
    public static string Literal(string? text) => $"'{(text ?? "").Replace("'", "''", StringComparison.Ordinal)}'";

    /// <summary>The column definitions, without the primary key.</summary>
    /// <remarks>Documents are compressed already; <c>EXTERNAL</c> spares PostgreSQL trying again, and large ones still move out of the row.</remarks>
    public string Columns =>
        string.Join(
            ", ",
            (string[])[$"key {_key.Sql} NOT NULL", "document bytea NOT NULL", .. _options.Promoted.Select(column => $"{Quote(column.Name)} {TypeOf(column)}")]);

    /// <summary>Everything that makes the table on one server, one program at a time: two that create it at once would see each other's half.</summary>
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

    /// <summary>Rows with a promoted column at least $1 and less than $2, in its order.</summary>
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
                        $"The date fields of '{column.Name}' cannot be indexed, because its type is {column.Type}, not {PromotedType.BitpackDate}.");
                }

                // The fields' places in a BitpackDate: the year from bit 40, the month from bit 35.
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
