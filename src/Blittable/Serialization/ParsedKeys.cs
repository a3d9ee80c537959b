namespace Blittable.Serialization;

/// <summary>Keys that parse themselves.</summary>
internal sealed class ParsedKeys<TKey> : MapKeys<TKey>
    where TKey : ISpanParsable<TKey>
{
    public override void Write(ObjectWriter writer, TKey key) => writer.PropertyKey(key);

    public override TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadKey<TKey>(name);
}
