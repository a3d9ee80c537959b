using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Converts objects of an anonymous type, which generated code can create but not name.</summary>
internal sealed class AnonymousConverter<T>(Action<ObjectWriter, T> write, AnonymousReading<T> read) : ValueConverter<T>, IElementConverter
{
    public override void Write(ObjectWriter writer, T? value)
    {
        if (value is null)
        {
            writer.WriteNull();
        }
        else
        {
            write(writer, value);
        }
    }

    public override T? Read(ObjectReader reader, scoped in BlittableValue value) => reader.IsNull(value) ? default : read(reader, value);

    // A collection of an anonymous type cannot be declared, so the common ones are compiled ahead of time.
    object? IElementConverter.CollectionOf(Type type) =>
        RuntimeFeature.IsDynamicCodeSupported ? OtherCollections.Create(type, typeof(T), this) : new NearCollections<T>().Create(type, this);
}
