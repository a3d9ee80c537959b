using System.Numerics;
using System.Text.Json;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes integers as JSON numbers.</summary>
/// <typeparam name="T">An 8-bit to 64-bit integer type.</typeparam>
internal sealed class IntegerReader<T> : PrimitiveReader<T>
    where T : struct, IBinaryInteger<T>
{
    protected override void WriteNumber(Utf8JsonWriter json, T number)
    {
        if (typeof(T) == typeof(ulong))
        {
            json.WriteNumberValue(ulong.CreateTruncating(number));
        }
        else
        {
            json.WriteNumberValue(long.CreateTruncating(number));
        }
    }
}
