namespace Blittable.Serialization;

/// <summary>Converts a sequence that no declaration names, by the converter of its elements.</summary>
/// <typeparam name="T">The type of an element.</typeparam>
/// <typeparam name="TSequence">The type of the sequence.</typeparam>
internal sealed class SequenceConverter<T, TSequence>(ValueConverter<T> elements, Func<T[], TSequence> create) : ValueConverter<TSequence>
    where TSequence : IEnumerable<T>
{
    public override void Write(ObjectWriter writer, TSequence? value)
    {
        switch (value)
        {
            case null:
                writer.WriteNull();
                break;
            case double[] numbers:
                writer.WriteArray(numbers);
                break;
            case int[] numbers:
                writer.WriteArray(numbers);
                break;
            case long[] numbers:
                writer.WriteArray(numbers);
                break;
            default:
                writer.BeginArray();
                foreach (var item in value)
                {
                    elements.Write(writer, item);
                }

                writer.EndArray();
                break;
        }
    }

    public override TSequence? Read(ObjectReader reader, scoped in BlittableValue value)
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
