using System.Globalization;
using System.Numerics;
using System.Text.Json;

namespace Blittable.Arrow.Reading.Values;

/// <summary>
/// Writes floating-point numbers as the shortest text that restores the value in its own width. NaN and infinities, which JSON numbers cannot represent, are
/// written as strings.
/// </summary>
/// <typeparam name="T">A 16-bit to 64-bit floating-point type.</typeparam>
internal sealed class FloatReader<T> : PrimitiveReader<T>
    where T : struct, IFloatingPointIeee754<T>
{
    private readonly byte[] _text = new byte[32];

    protected override void WriteNumber(Utf8JsonWriter json, T number)
    {
        if (!T.IsFinite(number))
        {
            json.WriteStringValue(number.ToString(null, CultureInfo.InvariantCulture));
            return;
        }

        number.TryFormat(_text, out var length, default, CultureInfo.InvariantCulture);
        json.WriteRawValue(_text.AsSpan(0, length), skipInputValidation: true);
    }
}
