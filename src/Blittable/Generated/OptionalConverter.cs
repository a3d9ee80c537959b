namespace Blittable.Generated;

/// <summary>Converts a nullable value type.</summary>
/// <typeparam name="T">The type.</typeparam>
internal sealed class OptionalConverter<T>(ValueConverter<T> values) : ValueConverter<T?>
    where T : struct
{
    public override void Write(ObjectWriter writer, T? value)
    {
        if (value is { } there)
        {
            values.Write(writer, there);
        }
        else
        {
            writer.WriteNull();
        }
    }

    public override T? Read(ObjectReader reader, scoped in BlittableValue value) => reader.IsNull(value) ? null : values.Read(reader, value);
}
