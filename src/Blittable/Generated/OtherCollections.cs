using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
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
