namespace Blittable.Generated;

/// <summary>Converts an undeclared pair, which is written as an object.</summary>
/// <typeparam name="TKey">The type of the key.</typeparam>
/// <typeparam name="T">The type of the value.</typeparam>
internal sealed class PairConverter<TKey, T>(ValueConverter<TKey> keys, ValueConverter<T> values) : ValueConverter<KeyValuePair<TKey, T>>
{
    private static readonly ObjectShape s_shape = new(TypeNames.Of(typeof(KeyValuePair<TKey, T>)), ignoresCase: false, "Key", "Value");

    public override void Write(ObjectWriter writer, KeyValuePair<TKey, T> value)
    {
        var open = writer.BeginObject(s_shape, present: 3);
        writer.Property(open, 0);
        keys.Write(writer, value.Key);
        writer.Property(open, 1);
        values.Write(writer, value.Value);
        writer.EndObject();
    }

    public override KeyValuePair<TKey, T> Read(ObjectReader reader, scoped in BlittableValue value)
    {
        var open = reader.OpenObject(value, s_shape);
        var key = open.Find(0, out var first) ? keys.Read(reader, first) : default;
        var item = open.Find(1, out var second) ? values.Read(reader, second) : default;
        reader.Close();
        return new(key!, item!);
    }
}
