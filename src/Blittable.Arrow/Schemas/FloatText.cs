namespace Blittable.Arrow.Schemas;

/// <summary>Parses the texts of floating-point values that JSON numbers cannot represent, which imports and System.Text.Json write.</summary>
internal static class FloatText
{
    /// <summary>NaN without the sign bit. The constant of .NET has the bit, and DuckDB shows it as <c>-nan</c>.</summary>
    private static readonly double s_nan = BitConverter.UInt64BitsToDouble(0x7FF8_0000_0000_0000);

    /// <summary>Parses <c>"NaN"</c>, <c>"Infinity"</c> or <c>"-Infinity"</c>.</summary>
    /// <returns>false if the value is anything else; otherwise, true.</returns>
    public static bool TryRead(in BlittableValue value, out double number)
    {
        number = (value.Kind == BlittableValueKind.String ? value.GetString() : null) switch
        {
            "NaN" => s_nan,
            "Infinity" => double.PositiveInfinity,
            "-Infinity" => double.NegativeInfinity,
            _ => 0,
        };
        return !double.IsFinite(number);
    }
}
