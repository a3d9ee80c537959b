using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Blittable.Generated;

/// <summary>Creates converters of collections, of which there are too many to compile all ahead of time for each type.</summary>
internal abstract class OtherCollections
{
    /// <summary>Returns the converter of a collection from the converter of its elements; null for an unsupported collection.</summary>
    public abstract object? Create(Type type, object elements);

    /// <summary>Returns the converter of a collection, using code generated at run time.</summary>
    [RequiresDynamicCode("Instantiates generic types at run time.")]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(NearCollections<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OtherSequences<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OtherMaps<,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OptionalValues<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(ParsedKeys<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(EnumKeys<>))]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The constructors are kept, and no more is needed.")]
    [UnconditionalSuppressMessage("Trimming", "IL2071", Justification = "The constructors are kept, and no more is needed.")]
    public static object? Create(Type type, Type element, object elements)
    {
        if (New(typeof(NearCollections<>).MakeGenericType(element)).Create(type, elements) is { } near)
        {
            return near;
        }

        if (Nullable.GetUnderlyingType(type) == element)
        {
            return New(typeof(OptionalValues<>).MakeGenericType(element)).Create(type, elements);
        }

        if (type.GenericTypeArguments is not [var key, _])
        {
            return New(typeof(OtherSequences<>).MakeGenericType(element)).Create(type, elements);
        }

        var keys = key == typeof(string) ? typeof(TextKeys)
            : key.IsEnum ? typeof(EnumKeys<>).MakeGenericType(key)
            : ScalarConverters.For(key) is not null && key.GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ISpanParsable<>))
            ? typeof(ParsedKeys<>).MakeGenericType(key) : null;
        return keys is null ? null : New(typeof(OtherMaps<,,>).MakeGenericType(key, element, keys)).Create(type, elements);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "The constructors are kept.")]
    private static OtherCollections New(Type type) => (OtherCollections)Activator.CreateInstance(type)!;
}

/// <summary>Creates converters of arrays, lists and dictionaries with string keys.</summary>
internal sealed class NearCollections<T> : OtherCollections
{
    public override object? Create(Type type, object elements)
    {
        var converter = (ValueConverter<T>)elements;
        return type == typeof(T[]) ? new SequenceConverter<T, T[]>(converter, items => items)
            : type == typeof(List<T>) ? new SequenceConverter<T, List<T>>(converter, items => [.. items])
            : type == typeof(IEnumerable<T>) ? new SequenceConverter<T, IEnumerable<T>>(converter, items => items)
            : type == typeof(IReadOnlyList<T>) ? new SequenceConverter<T, IReadOnlyList<T>>(converter, items => items)
            : type == typeof(Dictionary<string, T>) ? new MapConverter<string, T, Dictionary<string, T>>(converter, TextKeys.Instance, items => items)
            : null;
    }
}

/// <summary>Creates converters of sets, and of collections that can be created from an array.</summary>
internal sealed class OtherSequences<T> : OtherCollections
{
    public override object? Create(Type type, object elements)
    {
        var converter = (ValueConverter<T>)elements;
        return type == typeof(IReadOnlyCollection<T>) ? new SequenceConverter<T, IReadOnlyCollection<T>>(converter, items => items)
            : type == typeof(ICollection<T>) ? new SequenceConverter<T, ICollection<T>>(converter, items => new List<T>(items))
            : type == typeof(IList<T>) ? new SequenceConverter<T, IList<T>>(converter, items => new List<T>(items))
            : type == typeof(HashSet<T>) ? new SequenceConverter<T, HashSet<T>>(converter, items => [.. items])
            : type == typeof(ISet<T>) ? new SequenceConverter<T, ISet<T>>(converter, items => new HashSet<T>(items))
            : type == typeof(IReadOnlySet<T>) ? new SequenceConverter<T, IReadOnlySet<T>>(converter, items => new HashSet<T>(items))
            : type == typeof(SortedSet<T>) ? new SequenceConverter<T, SortedSet<T>>(converter, items => [.. items])
            : type == typeof(LinkedList<T>) ? new SequenceConverter<T, LinkedList<T>>(converter, items => new(items))
            : type == typeof(Queue<T>) ? new SequenceConverter<T, Queue<T>>(converter, items => new(items))
            : type == typeof(Stack<T>) ? new SequenceConverter<T, Stack<T>>(converter, items => new(items))
            : type == typeof(Collection<T>) ? new SequenceConverter<T, Collection<T>>(converter, items => new([.. items]))
            : type == typeof(ObservableCollection<T>) ? new SequenceConverter<T, ObservableCollection<T>>(converter, items => [.. items])
            : type == typeof(ReadOnlyCollection<T>) ? new SequenceConverter<T, ReadOnlyCollection<T>>(converter, items => new(items))
            : type == typeof(ImmutableArray<T>) ? new SequenceConverter<T, ImmutableArray<T>>(converter, ImmutableCollectionsMarshal.AsImmutableArray)
            : type == typeof(ImmutableList<T>) ? new SequenceConverter<T, ImmutableList<T>>(converter, items => [.. items])
            : type == typeof(ImmutableHashSet<T>) ? new SequenceConverter<T, ImmutableHashSet<T>>(converter, items => [.. items])
            : type == typeof(FrozenSet<T>) ? new SequenceConverter<T, FrozenSet<T>>(converter, items => items.ToFrozenSet())
            : type == typeof(ConcurrentQueue<T>) ? new SequenceConverter<T, ConcurrentQueue<T>>(converter, items => new(items))
            : type == typeof(ConcurrentBag<T>) ? new SequenceConverter<T, ConcurrentBag<T>>(converter, items => [.. items])
            : null;
    }
}

/// <summary>Converts an undeclared sequence type with the converter of its elements.</summary>
/// <typeparam name="T">The type of an element.</typeparam>
/// <typeparam name="TSequence">The type of the sequence.</typeparam>
internal sealed class SequenceConverter<T, TSequence>(ValueConverter<T> elements, Func<T[], TSequence> create) : ValueConverter<TSequence>
    where TSequence : IEnumerable<T>
{
    public override void Write(ObjectWriter writer, TSequence? value)
    {
        switch (value)
        {
            case null:
                writer.WriteNull();
                break;
            case double[] numbers:
                writer.WriteArray(numbers);
                break;
            case int[] numbers:
                writer.WriteArray(numbers);
                break;
            case long[] numbers:
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
}

/// <summary>Creates converters of dictionaries.</summary>
internal sealed class OtherMaps<TKey, T, TKeys> : OtherCollections
    where TKey : notnull
    where TKeys : MapKeys<TKey>, new()
{
    public override object? Create(Type type, object elements)
    {
        var (converter, keys) = ((ValueConverter<T>)elements, new TKeys());
        return type == typeof(Dictionary<TKey, T>) ? new MapConverter<TKey, T, Dictionary<TKey, T>>(converter, keys, items => items)
            : type == typeof(IDictionary<TKey, T>) ? new MapConverter<TKey, T, IDictionary<TKey, T>>(converter, keys, items => items)
            : type == typeof(IReadOnlyDictionary<TKey, T>) ? new MapConverter<TKey, T, IReadOnlyDictionary<TKey, T>>(converter, keys, items => items)
            : type == typeof(SortedDictionary<TKey, T>) ? new MapConverter<TKey, T, SortedDictionary<TKey, T>>(converter, keys, items => new(items))
            : type == typeof(SortedList<TKey, T>) ? new MapConverter<TKey, T, SortedList<TKey, T>>(converter, keys, items => new(items))
            : type == typeof(OrderedDictionary<TKey, T>) ? new MapConverter<TKey, T, OrderedDictionary<TKey, T>>(converter, keys, items => new(items))
            : type == typeof(ReadOnlyDictionary<TKey, T>) ? new MapConverter<TKey, T, ReadOnlyDictionary<TKey, T>>(converter, keys, items => new(items))
            : type == typeof(ConcurrentDictionary<TKey, T>) ? new MapConverter<TKey, T, ConcurrentDictionary<TKey, T>>(converter, keys, items => new(items))
            : type == typeof(ImmutableDictionary<TKey, T>) ? new MapConverter<TKey, T, ImmutableDictionary<TKey, T>>(converter, keys, ImmutableDictionary.CreateRange)
            : type == typeof(FrozenDictionary<TKey, T>) ? new MapConverter<TKey, T, FrozenDictionary<TKey, T>>(converter, keys, items => items.ToFrozenDictionary())
            : null;
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
}

/// <summary>Writes and reads the keys of undeclared dictionary types.</summary>
/// <typeparam name="TKey">The type of a key.</typeparam>
internal abstract class MapKeys<TKey>
{
    /// <summary>Sets the name of the next value to a key.</summary>
    public abstract void Write(ObjectWriter writer, TKey key);

    /// <summary>Reads a key.</summary>
    /// <exception cref="BlittableException">The name is not the text of a key.</exception>
    public abstract TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name);
}

/// <summary>Writes and reads string keys.</summary>
internal sealed class TextKeys : MapKeys<string>
{
    public static readonly TextKeys Instance = new();

    public override void Write(ObjectWriter writer, string key) => writer.Property(key);

    public override string Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadName(name);
}

/// <summary>Writes and reads enum keys.</summary>
internal sealed class EnumKeys<TKey> : MapKeys<TKey>
    where TKey : struct, Enum
{
    private static readonly bool s_isSigned = Type.GetTypeCode(typeof(TKey)) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;

    private static readonly EnumNames s_names = new(
        TypeNames.Of(typeof(TKey)), typeof(TKey).IsDefined(typeof(FlagsAttribute), inherit: false), s_isSigned,
        [.. Enum.GetNames<TKey>().Select(name => (name, Widen(Enum.Parse<TKey>(name))))]);

    public override void Write(ObjectWriter writer, TKey key) => writer.PropertyEnum(s_names, Widen(key));

    public override TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name)
    {
        var value = reader.ReadEnumKey(s_names, name);
        return s_isSigned ? (TKey)Enum.ToObject(typeof(TKey), (long)value) : (TKey)Enum.ToObject(typeof(TKey), value);
    }

    private static ulong Widen(TKey key) => s_isSigned
        ? (ulong)Convert.ToInt64(key, CultureInfo.InvariantCulture) : Convert.ToUInt64(key, CultureInfo.InvariantCulture);
}

/// <summary>Writes and reads keys that implement <see cref="ISpanParsable{TSelf}"/>.</summary>
internal sealed class ParsedKeys<TKey> : MapKeys<TKey>
    where TKey : ISpanParsable<TKey>
{
    public override void Write(ObjectWriter writer, TKey key) => writer.PropertyKey(key);

    public override TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadKey<TKey>(name);
}

/// <summary>Creates the converter of a nullable value type.</summary>
internal sealed class OptionalValues<T> : OtherCollections
    where T : struct
{
    public override object? Create(Type type, object elements) => new OptionalConverter<T>((ValueConverter<T>)elements);
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
