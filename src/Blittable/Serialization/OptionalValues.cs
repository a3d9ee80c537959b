namespace Blittable.Serialization;

/// <summary>Makes the converter of a value that may be null.</summary>
internal sealed class OptionalValues<T> : OtherCollections
    where T : struct
{
    public override object? Create(Type type, object elements) => new OptionalConverter<T>((ValueConverter<T>)elements);
}
