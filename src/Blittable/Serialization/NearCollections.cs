namespace Blittable.Serialization;

/// <summary>Makes converters of arrays, lists and dictionaries by texts.</summary>
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
