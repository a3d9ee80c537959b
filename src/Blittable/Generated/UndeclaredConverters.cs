using System.Collections.Concurrent;

namespace Blittable.Generated;

/// <summary>Converts an undeclared sequence type with the converter of its elements.</summary>
/// <typeparam name="T">The type of an element.</typeparam>
/// <typeparam name="TSequence">The type of the sequence.</typeparam>
internal sealed class SequenceConverter<T, TSequence>(ValueConverter<T> elements, Func<T[], TSequence> create) : ValueConverter<TSequence>
    where TSequence : IEnumerable<T>
{
    public override void Write(ObjectWriter writer, TSequence? value)
    {
        // The type of the elements decides, because the runtime also considers a uint[], and an array of enums, to be an int[].
        switch (value)
        {
            case null:
                writer.WriteNull();
                break;
            case double[] numbers when typeof(T) == typeof(double):
                writer.WriteArray(numbers);
                break;
            case int[] numbers when typeof(T) == typeof(int):
                writer.WriteArray(numbers);
                break;
            case long[] numbers when typeof(T) == typeof(long):
                writer.WriteArray(numbers);
                break;
            default:
                writer.BeginArray();
                foreach (var item in value)
                {
                    elements.Write(writer, item);
                }

                writer.EndArray();
                break;
        }
    }

    public override TSequence? Read(ObjectReader reader, scoped in BlittableValue value)
    {
        if (reader.IsNull(value))
        {
            return default;
        }

        var open = reader.OpenArray(value);
        var items = open.NewArray<T>();
        for (var i = 0; i < items.Length && open.Next(out var child); i++)
        {
            items[i] = elements.Read(reader, child)!;
        }

        reader.Close();
        return create(items);
    }

    public override void Populate(ObjectReader reader, scoped in BlittableValue value, ref TSequence target)
    {
        Action<T> add = target switch
        {
            ICollection<T> { IsReadOnly: false } items => items.Add,
            Queue<T> items => items.Enqueue,
            Stack<T> items => items.Push,
            ConcurrentQueue<T> items => items.Enqueue,
            ConcurrentStack<T> items => items.Push,
            ConcurrentBag<T> items => items.Add,
            _ => throw new NotSupportedException($"Elements cannot be added to {TypeNames.Of(typeof(TSequence))}."),
        };
        var open = reader.OpenArray(value);
        while (open.Next(out var child))
        {
            add(elements.Read(reader, child)!);
        }

        reader.Close();
    }
}

/// <summary>Converts undeclared memory, which is written as an array.</summary>
/// <typeparam name="T">The type of an element.</typeparam>
/// <typeparam name="TMemory">The type of the memory.</typeparam>
internal sealed class MemoryConverter<T, TMemory>(ValueConverter<T> elements, Func<TMemory, ReadOnlyMemory<T>> view, Func<T[], TMemory> create) : ValueConverter<TMemory>
    where TMemory : struct
{
    public override void Write(ObjectWriter writer, TMemory value)
    {
        writer.BeginArray();
        foreach (var item in view(value).Span)
        {
            elements.Write(writer, item);
        }

        writer.EndArray();
    }

    public override TMemory Read(ObjectReader reader, scoped in BlittableValue value)
    {
        if (reader.IsNull(value))
        {
            return default;
        }

        var open = reader.OpenArray(value);
        var items = open.NewArray<T>();
        for (var i = 0; i < items.Length && open.Next(out var child); i++)
        {
            items[i] = elements.Read(reader, child)!;
        }

        reader.Close();
        return create(items);
    }
}

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

/// <summary>Converts a nullable value type.</summary>
/// <typeparam name="T">The type.</typeparam>
internal sealed class OptionalConverter<T>(ValueConverter<T> values) : ValueConverter<T?>
    where T : struct
{
    public override void Write(ObjectWriter writer, T? value)
    {
        if (value is { } there)
        {
            values.Write(writer, there);
        }
        else
        {
            writer.WriteNull();
        }
    }

    public override T? Read(ObjectReader reader, scoped in BlittableValue value) => reader.IsNull(value) ? null : values.Read(reader, value);
}
