using System.Numerics;
using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes integers as JSON numbers.</summary>
/// <typeparam name="T">An 8-bit to 64-bit integer type.</typeparam>
internal sealed class IntegerReader<T> : ArrayReader<PrimitiveArray<T>>
    where T : struct, IBinaryInteger<T>
{
    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var value = Array.Values[row];
        if (typeof(T) == typeof(ulong))
        {
            json.WriteNumberValue(ulong.CreateTruncating(value));
        }
        else
        {
            json.WriteNumberValue(long.CreateTruncating(value));
        }
    }
}
