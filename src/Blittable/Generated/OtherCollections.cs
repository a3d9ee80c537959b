using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Blittable.Generated;

/// <summary>Creates converters of undeclared collection types. There are too many of them to generate code for each element type ahead of time.</summary>
internal abstract class OtherCollections
{
    /// <summary>Returns the converter of a collection from the converter of its elements; null for an unsupported collection.</summary>
    public abstract object? Create(Type type, object elements);

    /// <summary>Returns the converter of a collection, using code generated at run time.</summary>
    [RequiresDynamicCode("Instantiates generic types at run time.")]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(NearCollections<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OtherSequences<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OtherMaps<,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(Pairs<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OptionalValues<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(ParsedKeys<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(EnumKeys<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(UriKeys))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(VersionKeys))]
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

        if (type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
        {
            return New(typeof(Pairs<,>).MakeGenericType(key, element)).Create(type, elements);
        }

        var keys = key == typeof(string) ? typeof(TextKeys)
            : key == typeof(Uri) ? typeof(UriKeys)
            : key == typeof(Version) ? typeof(VersionKeys)
            : key.IsEnum ? typeof(EnumKeys<>).MakeGenericType(key)
            : KeyParser.Handles(key) ? typeof(ParsedKeys<>).MakeGenericType(key) : null;
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
            : type == typeof(ConcurrentStack<T>) ? new SequenceConverter<T, ConcurrentStack<T>>(converter, items => new(items))
            : type == typeof(ReadOnlySet<T>) ? new SequenceConverter<T, ReadOnlySet<T>>(converter, items => new(new HashSet<T>(items)))
            : type == typeof(ReadOnlyObservableCollection<T>) ? new SequenceConverter<T, ReadOnlyObservableCollection<T>>(converter, items => new([.. items]))
            : type == typeof(ImmutableSortedSet<T>) ? new SequenceConverter<T, ImmutableSortedSet<T>>(converter, ImmutableSortedSet.CreateRange)
            : type == typeof(ImmutableQueue<T>) ? new SequenceConverter<T, ImmutableQueue<T>>(converter, ImmutableQueue.CreateRange)
            : type == typeof(ImmutableStack<T>) ? new SequenceConverter<T, ImmutableStack<T>>(converter, ImmutableStack.CreateRange)
            : type == typeof(IImmutableList<T>) ? new SequenceConverter<T, IImmutableList<T>>(converter, ImmutableList.CreateRange)
            : type == typeof(IImmutableSet<T>) ? new SequenceConverter<T, IImmutableSet<T>>(converter, ImmutableHashSet.CreateRange)
            : type == typeof(IImmutableQueue<T>) ? new SequenceConverter<T, IImmutableQueue<T>>(converter, ImmutableQueue.CreateRange)
            : type == typeof(IImmutableStack<T>) ? new SequenceConverter<T, IImmutableStack<T>>(converter, ImmutableStack.CreateRange)
            : type == typeof(ArraySegment<T>) ? new SequenceConverter<T, ArraySegment<T>>(converter, items => new(items))
            : type == typeof(Memory<T>) ? new MemoryConverter<T, Memory<T>>(converter, memory => memory, items => items)
            : type == typeof(ReadOnlyMemory<T>) ? new MemoryConverter<T, ReadOnlyMemory<T>>(converter, memory => memory, items => items)
            : null;
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
            : type == typeof(IImmutableDictionary<TKey, T>) ? new MapConverter<TKey, T, IImmutableDictionary<TKey, T>>(converter, keys, ImmutableDictionary.CreateRange)
            : type == typeof(ImmutableSortedDictionary<TKey, T>)
                ? new MapConverter<TKey, T, ImmutableSortedDictionary<TKey, T>>(converter, keys, ImmutableSortedDictionary.CreateRange)
            : type == typeof(FrozenDictionary<TKey, T>) ? new MapConverter<TKey, T, FrozenDictionary<TKey, T>>(converter, keys, items => items.ToFrozenDictionary())
            : null;
    }
}

/// <summary>Creates the converter of a pair.</summary>
internal sealed class Pairs<TKey, T> : OtherCollections
{
    public override object? Create(Type type, object elements) =>
        ConverterOf<TKey>.IsKnown ? new PairConverter<TKey, T>(ConverterOf<TKey>.Instance, (ValueConverter<T>)elements) : null;
}

/// <summary>Creates the converter of a nullable value type.</summary>
internal sealed class OptionalValues<T> : OtherCollections
    where T : struct
{
    public override object? Create(Type type, object elements) => new OptionalConverter<T>((ValueConverter<T>)elements);
}

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
            case float[] numbers when typeof(T) == typeof(float):
                writer.WriteArray(numbers);
                break;
            case int[] numbers when typeof(T) == typeof(int):
                writer.WriteArray(numbers);
                break;
            case long[] numbers when typeof(T) == typeof(long):
                writer.WriteArray(numbers);
                break;
            case List<double> numbers when typeof(T) == typeof(double):
                writer.WriteArray(CollectionsMarshal.AsSpan(numbers));
                break;
            case List<float> numbers when typeof(T) == typeof(float):
                writer.WriteArray(CollectionsMarshal.AsSpan(numbers));
                break;
            case List<int> numbers when typeof(T) == typeof(int):
                writer.WriteArray(CollectionsMarshal.AsSpan(numbers));
                break;
            case List<long> numbers when typeof(T) == typeof(long):
                writer.WriteArray(CollectionsMarshal.AsSpan(numbers));
                break;
            case ImmutableArray<T> items:
                WriteAll(writer, writer.Elements(items));
                break;
            case ArraySegment<T> items:
                WriteAll(writer, writer.Elements(items));
                break;
            case T[] items:
                WriteAll(writer, items);
                break;
            case List<T> items:
                WriteAll(writer, CollectionsMarshal.AsSpan(items));
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

    private void WriteAll(ObjectWriter writer, ReadOnlySpan<T> items)
    {
        writer.BeginArray();
        foreach (var item in items)
        {
            elements.Write(writer, item);
        }

        writer.EndArray();
    }

    public override TSequence? Read(ObjectReader reader, scoped in BlittableValue value) =>
        reader.IsNull(value) ? default : create(reader.ReadItems(value, elements));

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

    public override TMemory Read(ObjectReader reader, scoped in BlittableValue value) =>
        reader.IsNull(value) ? default : create(reader.ReadItems(value, elements));
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
