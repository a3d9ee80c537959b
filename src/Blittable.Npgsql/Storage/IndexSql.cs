using System.Security.Cryptography;
using System.Text;

namespace Blittable.Npgsql.Storage;

/// <summary>Builds the statements that create the indexes of a table.</summary>
/// <remarks>
/// An index is named <c>TABLE_COLUMN_WHAT</c>. This name can collide with another name: an index on <c>b</c> of <c>t_a</c> has the name of an index on
/// <c>a_b</c> of <c>t</c>. It can also be longer than PostgreSQL allows. In both cases, the alternative name is used, which consists of the start of the first
/// name and a hash of all three parts. The statement searches for both names, so an existing index is found under either.
/// </remarks>
internal static class IndexSql
{
    /// <summary>The number of hash bytes in the alternative name.</summary>
    private const int HashBytes = 8;

    /// <summary>Returns the statement that creates an index unless the table has it.</summary>
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

    /// <summary>Returns the alternative name. Two lengths are hashed too, so no other three parts have an equal hash input.</summary>
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
