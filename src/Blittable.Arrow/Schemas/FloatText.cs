namespace Blittable.Arrow.Schemas;

/// <summary>
/// Reads floating-point values that JSON numbers cannot represent: the texts that imports and System.Text.Json write, and numbers that MessagePack and builders
/// store.
/// </summary>
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

    /// <summary>Returns a number, without the sign of NaN.</summary>
    public static double WithoutSignOfNaN(double number) => double.IsNaN(number) ? s_nan : number;

    /// <summary>Determines whether a number is NaN or an infinity. Numbers beyond the range of doubles are finite.</summary>
    public static bool IsNotFinite(in BlittableValue value)
    {
        if (value.Kind != BlittableValueKind.Number || !value.TryGetDouble(out var number) || double.IsFinite(number))
        {
            return false;
        }

        try
        {
            // The text decides.
            return value.GetNumberText().Length == 0;
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
        {
            return true;
        }
    }
}
