using System.Globalization;
using System.Numerics;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <summary>Provides number texts of every form at the limits of the types, and the integers that they represent.</summary>
internal static class NumberTexts
{
    /// <summary>Gets texts of every form.</summary>
    public static IReadOnlyList<string> All { get; } =
        [
            "0", "-0", "0.0", "-0.0", "0e5", "1", "1.0", "5.00", "-7.000", "1e2", "1E+2", "10e-1", "1.5e1", "127", "127.0", "128", "-128.0", "-129", "255.0", "256",
            "65535.00", "65536", "2147483647.0", "2147483648", "4294967295.0", "4294967296", "9223372036854775807", "9223372036854775807.0", "-9223372036854775808.0",
            "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551615.0", "18446744073709551616", "1e19", "1e37", "1e38", "1e400",
            "0.1", "1.50", "-2.5e-7", "1e-1", "12345678901234567.5", "3.141592653589793", "99999999999999999999999999999999999999.0",
        ];

    /// <summary>Gets the integer types and their limits.</summary>
    public static IReadOnlyList<(IArrowType Type, BigInteger Min, BigInteger Max)> Integers { get; } =
        [
            (Int8Type.Default, sbyte.MinValue, sbyte.MaxValue), (Int16Type.Default, short.MinValue, short.MaxValue), (Int32Type.Default, int.MinValue, int.MaxValue),
            (Int64Type.Default, long.MinValue, long.MaxValue), (UInt8Type.Default, byte.MinValue, byte.MaxValue), (UInt16Type.Default, ushort.MinValue, ushort.MaxValue),
            (UInt32Type.Default, uint.MinValue, uint.MaxValue), (UInt64Type.Default, ulong.MinValue, ulong.MaxValue),
        ];

    /// <summary>Returns the integer that a text represents, by arithmetic of integers without limits.</summary>
    /// <returns>false if the number has a fraction; otherwise, true.</returns>
    public static bool TryGetInteger(string text, out BigInteger integer)
    {
        ArgumentNullException.ThrowIfNull(text);
        var parts = text.ToUpperInvariant().Split('E');
        var point = parts[0].IndexOf('.', StringComparison.Ordinal);
        var digits = BigInteger.Parse(parts[0].Replace(".", "", StringComparison.Ordinal), CultureInfo.InvariantCulture);
        var exponent = (parts.Length > 1 ? int.Parse(parts[1], CultureInfo.InvariantCulture) : 0) - (point < 0 ? 0 : parts[0].Length - point - 1);
        var power = BigInteger.Pow(10, Math.Abs(exponent));
        integer = exponent < 0 ? BigInteger.DivRem(digits, power, out _) : digits * power;
        return exponent >= 0 || digits == integer * power;
    }
}
