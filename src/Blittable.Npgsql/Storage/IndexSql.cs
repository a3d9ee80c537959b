using System.Security.Cryptography;
using System.Text;

namespace Blittable.Npgsql.Storage;

/// <summary>The statements that make the indexes of a table.</summary>
/// <remarks>
/// An index is called <c>TABLE_COLUMN_WHAT</c>. That can be the name of something else, for example of an index on <c>b</c> of <c>t_a</c> for one on
/// <c>a_b</c> of <c>t</c>, and it can have more bytes than PostgreSQL keeps. Its other name then is the start of that one and a hash of all three. Which of
/// them it has is asked of the server, so that an index that is there is found under either.
/// </remarks>
internal static class IndexSql
{
    /// <summary>Bytes of the hash at the end of the other name.</summary>
    private const int HashBytes = 8;

    /// <summary>The statement that makes an index unless the table has it.</summary>
    public static string Create(BlittableTableOptions options, PromotedColumn column, string what, string expression)
    {
        var name = $"{options.Name}_{column.Name}_{what}";
        var other = OtherName(options.Name, column.Name, what, name);
        var table = TableSql.Quote(options.Name);
        if (Encoding.UTF8.GetByteCount(name) > TableSql.MaxNameLength)
        {
            return Create(other, "IF NOT EXISTS ");
        }

        var oid = $"{TableSql.Literal(table)}::regclass";
        var body =
            $"""
            BEGIN
              IF NOT EXISTS (SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
                WHERE indrelid = {oid} AND relname IN ({TableSql.Literal(name)}, {TableSql.Literal(other)})) THEN
                IF EXISTS (SELECT FROM pg_class
                  WHERE relname = {TableSql.Literal(name)} AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = {oid})) THEN
                  {Create(other)};
                ELSE
                  {Create(name)};
                END IF;
              END IF;
            END
            """;
        return $"DO {TableSql.Literal(body)}";

        string Create(string called, string condition = "") => $"CREATE INDEX {condition}{TableSql.Quote(called)} ON {table} ({expression})";
    }

    /// <summary>A name that no other three have: their lengths are hashed too.</summary>
    private static string OtherName(string table, string column, string what, string name)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{table.Length} {column.Length} {table}{column}{what}"));
        var start = name;
        while (Encoding.UTF8.GetByteCount(start) > TableSql.MaxNameLength - 1 - (2 * HashBytes))
        {
            start = start[..^(char.IsLowSurrogate(start[^1]) ? 2 : 1)];
        }

        return $"{start}_{Convert.ToHexStringLower(hash, 0, HashBytes)}";
    }
}
