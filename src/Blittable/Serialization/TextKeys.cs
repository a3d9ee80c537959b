namespace Blittable.Serialization;

/// <summary>Keys that are strings.</summary>
internal sealed class TextKeys : MapKeys<string>
{
    public static readonly TextKeys Instance = new();

    public override void Write(ObjectWriter writer, string key) => writer.Property(key);

    public override string Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadName(name);
}
