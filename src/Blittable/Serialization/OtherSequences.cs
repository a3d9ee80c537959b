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
            : null;
    }
}
