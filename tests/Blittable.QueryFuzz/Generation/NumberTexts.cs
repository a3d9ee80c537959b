using System.Globalization;
using System.Numerics;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates numbers as documents write them.</summary>
internal static class NumberTexts
{
    private static readonly string[] _odd =
    [
        "0", "-0", "0.0", "-0.0", "0.10", "0.1", "1e-1", "1.5", "1e3", "1E+5", "1e-7", "1e21", "1e400", "2e400", "-1e400", "1e-400", "0.30000000000000004",
        "9007199254740993", "9007199254740992", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
        "18446744073709551614", "12345678901234567890123456789012345678", "0.1234567890123456789012345678901234567", "1.0", "1.00", "1e0", "10e-1", "100", "1e2",
        "1.0e2", "79228162514264337593543950335", "79228162514264337593543950336", "0.0000000000000000000000000001", "1.7976931348623157e308", "5e-324",
    ];

    /// <summary>Draws a style.</summary>
    public static NumberStyle Style(FuzzRandom random) => (NumberStyle)random.Next(Enum.GetValues<NumberStyle>().Length);

    /// <summary>Creates a number in a style.</summary>
    public static string Make(FuzzRandom random, NumberStyle style) => style switch
    {
        NumberStyle.Small => Text(random.Next(-3, 12)),
        NumberStyle.Integer => Text((long)(random.Next64() >> random.Next(1, 60)) * (random.OneIn(3) ? -1 : 1)),
        NumberStyle.Wide => random.OneIn(2) ? random.Next64().ToString(CultureInfo.InvariantCulture) : Text(long.MaxValue - random.Next(300)),
        NumberStyle.Price => $"{Text(random.Next(-20, 200))}.{random.Next(100):00}",
        NumberStyle.Fraction => $"{(random.OneIn(3) ? "-" : "")}{Text(random.Next(100))}.{Digits(random, random.Next(1, 20))}",
        NumberStyle.Long => $"{(random.OneIn(3) ? "-" : "")}{random.Next(1, 10)}{Digits(random, random.Next(15, 40))}{(random.OneIn(2) ? "" : "." + Digits(random, random.Next(1, 12)))}",
        NumberStyle.Double => Double(random),
        NumberStyle.Odd => random.Pick<string>(_odd),
        NumberStyle.Far => Far(random),
        NumberStyle.Scaled => $"{(random.OneIn(3) ? "-" : "")}{Text(random.Next(1_000_000_000))}{Digits(random, 9)}.{Digits(random, 12)}",
        NumberStyle.Close => Close(random),
        _ => Rewrite(random, Text(random.Next(-3, 12))),
    };

    /// <summary>Creates a number whose exponent is mostly beyond the digits that arithmetic retains.</summary>
    private static string Far(FuzzRandom random)
    {
        var exponent = random.Next(4) switch { 0 => random.Pick<int>([300, -300, 38, -38, 19, -19]), 1 => random.Next(-3, 4), 2 => random.Next(-60, 60), _ => random.Next(-330, 330) };
        return $"{(random.OneIn(3) ? "-" : "")}{random.Next(1, 10)}{(random.OneIn(2) ? "" : "." + Digits(random, random.Next(1, 18)))}e{Text(exponent)}";
    }

    /// <summary>Creates a number next to one of a few numbers, so most neighbors have the same nearest double.</summary>
    private static string Close(FuzzRandom random) => random.Next(4) switch
    {
        0 => $"1.5{(random.OneIn(2) ? "" : "000000000000000" + Digits(random, 2))}",
        1 => $"9007199254740{random.Next(990, 999)}{(random.OneIn(4) ? ".5" : "")}",
        2 => $"0.3000000000000000{random.Next(10)}",
        _ => $"123456789012345678{random.Next(10)}",
    };

    /// <summary>Writes a number in another form.</summary>
    public static string Rewrite(FuzzRandom random, string text)
    {
        if (text.AsSpan().IndexOfAny('e', 'E', '.') >= 0)
        {
            return text.AsSpan().IndexOfAny('e', 'E') >= 0 ? text : text + "0";
        }

        return random.Next(5) switch
        {
            0 => text + ".0",
            1 => text + "e0",
            2 => text + ".00",
            3 when text != "0" => text + "0e-1",
            _ => text,
        };
    }

    private static string Double(FuzzRandom random)
    {
        var value = random.OneIn(3) ? BitConverter.UInt64BitsToDouble(random.Next64()) : random.Next(1_000_000) / 977.0;
        return double.IsFinite(value) ? value.ToString("R", CultureInfo.InvariantCulture) : "0.5";
    }

    private static string Digits(FuzzRandom random, int count) => string.Create(count, random, (digits, source) =>
    {
        foreach (ref var digit in digits)
        {
            digit = (char)('0' + source.Next(10));
        }
    });

    private static string Text(BigInteger value) => value.ToString(CultureInfo.InvariantCulture);
}
