using System.Collections.Concurrent;

namespace Blittable.Generated;

/// <summary>Converts an undeclared sequence type with the converter of its elements.</summary>
/// <typeparam name="T">The type of an element.</typeparam>
/// <typeparam name="TSequence">The type of the sequence.</typeparam>
internal sealed class SequenceConverter<T, TSequence>(ValueConverter<T> elements, Func<T[], TSequence> create) : ValueConverter<TSequence>
    where TSequence : IEnumerable<T>
{
    public override void Write(ObjectWriter writer, TSequence? value)
    {
        // The type of the elements decides, because the runtime also considers a uint[], and an array of enums, to be an int[].
        switch (value)
        {
            case null:
                writer.WriteNull();
                break;
            case double[] numbers when typeof(T) == typeof(double):
                writer.WriteArray(numbers);
                break;
            case int[] numbers when typeof(T) == typeof(int):
                writer.WriteArray(numbers);
                break;
            case long[] numbers when typeof(T) == typeof(long):
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

    public override void Populate(ObjectReader reader, scoped in BlittableValue value, ref TSequence target)
    {
        Action<T> add = target switch
        {
            ICollection<T> { IsReadOnly: false } items => items.Add,
            Queue<T> items => items.Enqueue,
            Stack<T> items => items.Push,
            ConcurrentQueue<T> items => items.Enqueue,
            ConcurrentStack<T> items => items.Push,
            ConcurrentBag<T> items => items.Add,
            _ => throw new NotSupportedException($"Elements cannot be added to {TypeNames.Of(typeof(TSequence))}."),
        };
        var open = reader.OpenArray(value);
        while (open.Next(out var child))
        {
            add(elements.Read(reader, child)!);
        }

        reader.Close();
    }
}
