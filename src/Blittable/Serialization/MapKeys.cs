namespace Blittable.Serialization;

/// <summary>Writes and reads the keys of dictionaries that no declaration names.</summary>
/// <typeparam name="TKey">The type of a key.</typeparam>
internal abstract class MapKeys<TKey>
{
    /// <summary>Names the next value by a key.</summary>
    public abstract void Write(ObjectWriter writer, TKey key);

    /// <summary>Reads a key.</summary>
    /// <exception cref="BlittableException">The name is not the text of a key.</exception>
    public abstract TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name);
}
