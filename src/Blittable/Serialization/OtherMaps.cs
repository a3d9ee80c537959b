using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;

namespace Blittable.Serialization;

/// <summary>Makes converters of dictionaries.</summary>
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
