using System.Globalization;
using System.Text;

namespace Blittable.Tests.Reading;

/// <summary>Random number texts in which the hard cases are frequent.</summary>
internal static class RandomNumbers
{
    public static string NextText(Random random)
    {
        switch (random.Next(5))
        {
            case 0:
                // Any double in its shortest form.
                return Finite(BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue))).ToString("R", CultureInfo.InvariantCulture);
            case 1:
                // Any double, or the midpoint to the next one, with more digits than necessary.
                var bits = BitConverter.DoubleToInt64Bits(random.NextDouble() * Math.Pow(10, random.Next(-20, 20)));
                var half = (decimal)BitConverter.Int64BitsToDouble(bits) / 2 + (decimal)BitConverter.Int64BitsToDouble(bits + 1) / 2;
                return half.ToString(CultureInfo.InvariantCulture);
            case 2:
                return Digits(random, random.Next(1, 20)) + "." + Digits(random, random.Next(1, 20));
            case 3:
                return (random.Next(2) == 0 ? "-" : "") + Digits(random, random.Next(1, 40)) + "e" + random.Next(-360, 330);
            default:
                return "0." + new string('0', random.Next(30)) + Digits(random, random.Next(1, 30)) + "E+" + random.Next(300);
        }
    }

    /// <summary>Returns numbers like prices and coordinates.</summary>
    public static string NextShortText(Random random) =>
        (random.Next(3) == 0 ? "-" : "") + random.NextInt64((long)Math.Pow(10, random.Next(1, 9))) + "." + Digits(random, random.Next(1, 9));

    private static double Finite(double value) => double.IsFinite(value) ? value : 1.5;

    private static string Digits(Random random, int count)
    {
        var digits = new StringBuilder();
        digits.Append((char)('1' + random.Next(9)));
        while (digits.Length < count)
        {
            digits.Append((char)('0' + random.Next(10)));
        }

        return digits.ToString();
    }
}
