namespace Blittable.Npgsql;

/// <summary>Represents a document to be stored in a table.</summary>
/// <typeparam name="TKey"><see cref="long"/>, <see cref="Guid"/> or <see cref="string"/>.</typeparam>
/// <param name="Key">The key.</param>
/// <param name="Utf8Json">The JSON text in UTF-8. It must not change until the row has been consumed.</param>
public readonly record struct BlittableRow<TKey>(TKey Key, ReadOnlyMemory<byte> Utf8Json)
    where TKey : notnull;
