namespace Blittable.Npgsql;

/// <summary>Holds a document to be stored in a table.</summary>
/// <typeparam name="TKey"><see cref="long"/>, <see cref="Guid"/> or <see cref="string"/>.</typeparam>
/// <param name="Key">Its key.</param>
/// <param name="Utf8Json">Its JSON text in UTF-8. It must stay as it is until the row has been taken.</param>
public readonly record struct BlittableRow<TKey>(TKey Key, ReadOnlyMemory<byte> Utf8Json)
    where TKey : notnull;
