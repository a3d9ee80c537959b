namespace Blittable.Generated;

/// <summary>Converts undeclared memory, which is written as an array.</summary>
/// <typeparam name="T">The type of an element.</typeparam>
/// <typeparam name="TMemory">The type of the memory.</typeparam>
internal sealed class MemoryConverter<T, TMemory>(ValueConverter<T> elements, Func<TMemory, ReadOnlyMemory<T>> view, Func<T[], TMemory> create) : ValueConverter<TMemory>
    where TMemory : struct
{
    public override void Write(ObjectWriter writer, TMemory value)
    {
        writer.BeginArray();
        foreach (var item in view(value).Span)
        {
            elements.Write(writer, item);
        }

        writer.EndArray();
    }

    public override TMemory Read(ObjectReader reader, scoped in BlittableValue value)
    {
        if (reader.IsNull(value))
        {
            return default;
        }

        var open = reader.OpenArray(value);
        var items = open.NewArray<T>();
        for (var i = 0; i < items.Length && open.Next(out var child); i++)
        {
            items[i] = elements.Read(reader, child)!;
        }

        reader.Close();
        return create(items);
    }
}
