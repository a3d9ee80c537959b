using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.InteropServices;

namespace Blittable.Serialization;

/// <summary>Makes converters of sets and of what can be made from an array.</summary>
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
