using NpgsqlTypes;

namespace Blittable.Npgsql.Storage;

/// <summary>Describes how keys of a .NET type are stored.</summary>
internal sealed class KeyType
{
    private static readonly KeyType Integer = new("bigint", NpgsqlDbType.Bigint);
    private static readonly KeyType Uuid = new("uuid", NpgsqlDbType.Uuid);

    /// <summary>Text in byte order, which is the same on every server and client and is the fastest to compare.</summary>
    private static readonly KeyType Text = new("text COLLATE \"C\"", NpgsqlDbType.Text);

    private KeyType(string sql, NpgsqlDbType type) => (Sql, Type) = (sql, type);

    /// <summary>Gets the SQL type of the column.</summary>
    public string Sql { get; }

    /// <summary>Gets the type in which keys are sent.</summary>
    public NpgsqlDbType Type { get; }

    /// <exception cref="NotSupportedException">The type is not <see cref="long"/>, <see cref="Guid"/> or <see cref="string"/>.</exception>
    public static KeyType Of<TKey>() =>
        typeof(TKey) == typeof(long) ? Integer
        : typeof(TKey) == typeof(Guid) ? Uuid
        : typeof(TKey) == typeof(string) ? Text
        : throw new NotSupportedException($"Keys of type {typeof(TKey)} are not supported; use long, Guid or string.");
}
