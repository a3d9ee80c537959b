namespace Blittable.Generated;

/// <summary>Converts an undeclared dictionary type with the converter of its values.</summary>
/// <typeparam name="TKey">The type of a key.</typeparam>
/// <typeparam name="T">The type of a value.</typeparam>
/// <typeparam name="TMap">The type of the dictionary.</typeparam>
internal sealed class MapConverter<TKey, T, TMap>(ValueConverter<T> values, MapKeys<TKey> keys, Func<Dictionary<TKey, T>, TMap> create) : ValueConverter<TMap>
    where TKey : notnull
    where TMap : class, IEnumerable<KeyValuePair<TKey, T>>
{
    public override void Write(ObjectWriter writer, TMap? value)
    {
        if (value is null)
        {
            writer.WriteNull();
            return;
        }

        writer.BeginObject();
        foreach (var (key, item) in value)
        {
            keys.Write(writer, key);
            values.Write(writer, item);
        }

        writer.EndObject();
    }

    public override TMap? Read(ObjectReader reader, scoped in BlittableValue value)
    {
        if (reader.IsNull(value))
        {
            return null;
        }

        var open = reader.OpenMap(value);
        var items = new Dictionary<TKey, T>(open.Count);
        while (open.Next(out var name, out var child))
        {
            items[keys.Read(reader, name)] = values.Read(reader, child)!;
        }

        reader.Close();
        return create(items);
    }

    public override void Populate(ObjectReader reader, scoped in BlittableValue value, ref TMap target)
    {
        if (target is not IDictionary<TKey, T> { IsReadOnly: false } items)
        {
            throw new NotSupportedException($"Entries cannot be added to {TypeNames.Of(typeof(TMap))}.");
        }

        var open = reader.OpenMap(value);
        while (open.Next(out var name, out var child))
        {
            items[keys.Read(reader, name)] = values.Read(reader, child)!;
        }

        reader.Close();
    }
}
