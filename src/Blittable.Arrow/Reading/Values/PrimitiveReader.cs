using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes numbers of a fixed width as JSON.</summary>
/// <typeparam name="T">The type of the numbers.</typeparam>
internal abstract class PrimitiveReader<T> : ArrayReader<PrimitiveArray<T>>
    where T : struct, IEquatable<T>
{
    // Finding the values of an array takes longer than reading one of them.
    public sealed override void WriteAll(Utf8JsonWriter json, int start, int end)
    {
        var numbers = Array.Values[start..end];
        for (var i = 0; i < numbers.Length; i++)
        {
            if (IsNull(start + i))
            {
                json.WriteNullValue();
            }
            else
            {
                WriteNumber(json, numbers[i]);
            }
        }
    }

    protected sealed override void WriteValue(Utf8JsonWriter json, int row) => WriteNumber(json, Array.Values[row]);

    protected abstract void WriteNumber(Utf8JsonWriter json, T number);
}
