namespace Blittable.Serialization;

/// <summary>A converter of two functions.</summary>
internal sealed class ScalarConverter<T>(Action<ObjectWriter, T?> write, ScalarConverter<T>.Reading read) : ValueConverter<T>
{
    /// <summary>Reads a value.</summary>
    public delegate T? Reading(ObjectReader reader, scoped in BlittableValue value);

    public override void Write(ObjectWriter writer, T? value) => write(writer, value);

    public override T? Read(ObjectReader reader, scoped in BlittableValue value) => read(reader, value);
}
