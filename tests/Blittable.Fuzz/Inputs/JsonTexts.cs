using System.Globalization;
using System.Text;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Inputs;

/// <summary>Draws JSON that uses every encoding of the format: repeated and related strings, dates, digits, number arrays, shapes and maps.</summary>
internal static class JsonTexts
{
    private static readonly string[] Names = ["id", "name", "a", "b", "c", "", "created_at", "größe", "x\\\"y", "a name of more than thirty-two bytes, so long"];

    private static readonly string[] Strings =
        [
            "", "a", "the same text", "the same text again", "https://www.example.com/orders/1001", "https://www.example.com/orders/1002", "ü", "木😀",
            "\\n", "\\u0001\\\"", "2011-01-01", "2020-02-29T12:00:00.5Z", "2024-01-31T12:00:00+01:00", "2024-01-31 12:00:00", "1970-01-01T00:00:00.123456789-23:59",
            "0123456789abcdef", "d41d8cd98f00b204e9800998ecf8427e", "12:34:56", "3.14 - 2.71", "the orders of customer 1001", "the orders of customer 1002",
        ];

    private static readonly string[] Numbers =
        [
            "0", "-0", "1.0", "1e5", "-1E-2", "0.10", "100", "63", "64", "9223372036854775807", "18446744073709551616", "-9223372036854775808", "12.50",
            "123456789012345678901234567890", "1.7976931348623157e308", "0.1", "3.141592653589793", "65.613616999999977", "5e-324", "-2.5",
        ];

    /// <summary>Draws JSON text.</summary>
    public static string Make(FuzzRandom random)
    {
        var text = new StringBuilder();
        Value(random, text, 0);
        return text.ToString();
    }

    private static void Value(FuzzRandom random, StringBuilder text, int depth)
    {
        switch (random.Next(depth > 4 ? 5 : 10))
        {
            case 0:
                text.Append(random.Pick<string>(["null", "true", "false", "[]", "{}"]));
                break;
            case 1:
                text.Append(random.Pick<string>(Numbers));
                break;
            case 2:
                text.Append(random.Next(-100, 100_000));
                break;
            case 3 or 4:
                text.Append('"').Append(random.Pick<string>(Strings)).Append('"');
                break;
            case 5:
                NumberArray(random, text);
                break;
            case 6:
                Rows(random, text, depth);
                break;
            case 7:
                Elements(random, text, depth, '[', ']');
                break;
            default:
                Elements(random, text, depth, '{', '}');
                break;
        }
    }

    private static void Elements(FuzzRandom random, StringBuilder text, int depth, char open, char close)
    {
        var count = random.OneIn(12) ? random.Next(60) : random.Next(6);
        var first = random.Next(Names.Length);
        text.Append(open);
        for (var i = 0; i < count; i++)
        {
            text.Append(i == 0 ? "" : ",");
            if (open == '{')
            {
                text.Append('"').Append(i < Names.Length ? Names[(first + i) % Names.Length] : "n" + i).Append("\":");
            }

            Value(random, text, depth + 2);
        }

        text.Append(close);
    }

    /// <summary>Writes objects with the same shape.</summary>
    private static void Rows(FuzzRandom random, StringBuilder text, int depth)
    {
        var names = 1 + random.Next(random.OneIn(10) ? 20 : 4);
        text.Append('[');
        for (var row = random.Next(2, 8); row > 0; row--)
        {
            text.Append('{');
            for (var i = 0; i < names; i++)
            {
                text.Append(i == 0 ? "\"p" : ",\"p").Append(i).Append("\":");
                Value(random, text, Math.Max(depth + 2, 5));
            }

            text.Append(row == 1 ? "}" : "},");
        }

        text.Append(']');
    }

    private static void NumberArray(FuzzRandom random, StringBuilder text)
    {
        var isMatrix = random.OneIn(3);
        var columns = isMatrix ? random.Next(1, 5) : 1;
        var digits = random.Next(4);
        var bits = random.Next(1, 50);
        text.Append('[');
        for (var row = random.Next(1, 40); row > 0; row--)
        {
            text.Append(isMatrix ? "[" : "");
            for (var column = 0; column < columns; column++)
            {
                var mantissa = (decimal)(long)(random.Next64() >> (64 - bits)) * (random.OneIn(3) ? -1 : 1);
                text.Append(column == 0 ? "" : ",").Append((mantissa / (decimal)Math.Pow(10, digits)).ToString(CultureInfo.InvariantCulture));
            }

            text.Append(isMatrix ? "]" : "").Append(row == 1 ? "" : ",");
        }

        text.Append(']');
    }
}
