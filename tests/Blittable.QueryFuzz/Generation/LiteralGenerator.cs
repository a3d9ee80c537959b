using System.Globalization;
using Blittable.Dates;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates the literals of queries: values that documents have, and values close to them.</summary>
internal static class LiteralGenerator
{
    public static Literal Make(FuzzRandom random, List<Value> samples)
    {
        if (random.OneIn(12))
        {
            return Any(random);
        }

        var value = samples.Count == 0 ? Value.Null : samples[random.Next(samples.Count)];
        return value.Kind switch
        {
            Kind.Null when random.OneIn(3) => Literal.Null,
            Kind.Boolean => Literal.Of(!value.Number.IsZero),
            Kind.Number when random.OneIn(5) => Literal.OfNumberText(value.Text is null || random.OneIn(2) ? Rewrite(random, value.Number) : value.Text),
            Kind.Number => OfNumber(random, random.OneIn(6) ? value.Number + NaiveNumber.FromInt64(random.Next(3) - 1) : value.Number),
            Kind.Date => OfDate(random, value),
            Kind.String => Literal.Of(random.OneIn(6) ? value.Text + "a" : value.Text!),
            _ => Any(random),
        };
    }

    /// <summary>Creates a number at or next to a limit of integers or decimals.</summary>
    public static Literal Extreme(FuzzRandom random)
    {
        var end = random.Pick<Int128>([long.MinValue, long.MaxValue, ulong.MaxValue, int.MinValue, int.MaxValue, 1L << 53, (Int128)decimal.MaxValue, (Int128)decimal.MinValue]);
        return OfNumber(random, NaiveNumber.Parse((end + random.Next(-1, 2)).ToString(CultureInfo.InvariantCulture)));
    }

    private static Literal OfNumber(FuzzRandom random, NaiveNumber number)
    {
        var text = Plain(number);
        if (text is not null && decimal.TryParse(text, NumberStyles.Number, CultureInfo.InvariantCulture, out var exact)
            && NaiveNumber.Parse(exact.ToString(CultureInfo.InvariantCulture)) == number && (!random.OneIn(6) || !IsDouble(number)))
        {
            return long.TryParse(text, CultureInfo.InvariantCulture, out var integer) && random.OneIn(2) ? Literal.Of(integer) : Literal.Of(exact);
        }

        var close = double.Parse(number.ToString(), CultureInfo.InvariantCulture);
        return double.IsFinite(close) ? Literal.Of(close) : Literal.Of(0L);
    }

    /// <summary>Returns another text of a number.</summary>
    private static string Rewrite(FuzzRandom random, NaiveNumber number) => NumberTexts.Rewrite(random, Plain(number) ?? number.ToString());

    private static bool IsDouble(NaiveNumber number) =>
        double.TryParse(number.ToString(), CultureInfo.InvariantCulture, out var value) && double.IsFinite(value)
        && NaiveNumber.Parse(value.ToString("R", CultureInfo.InvariantCulture)) == number;

    /// <summary>Returns the number without an exponent, or null if that text is long.</summary>
    private static string? Plain(NaiveNumber number)
    {
        var text = number.ToString();
        var at = text.IndexOf('e', StringComparison.Ordinal);
        if (at < 0)
        {
            return text;
        }

        var (digits, exponent) = (text[..at], int.Parse(text[(at + 1)..], CultureInfo.InvariantCulture));
        var sign = digits.StartsWith('-') ? "-" : "";
        digits = digits.TrimStart('-');
        return exponent is > 40 or < -40 ? null
            : exponent > 0 ? $"{sign}{digits}{new string('0', exponent)}"
            : sign + digits.PadLeft(1 - exponent, '0').Insert(Math.Max(digits.Length, 1 - exponent) + exponent, ".");
    }

    private static Literal OfDate(FuzzRandom random, Value value)
    {
        if (random.OneIn(2))
        {
            return Literal.Of(random.OneIn(4) ? value.Text![..10] : value.Text!);
        }

        var seconds = (long)((value.Instant - (((value.Instant % 1_000_000_000) + 1_000_000_000) % 1_000_000_000)) / 1_000_000_000);
        var nanoseconds = (uint)(value.Instant - ((Int128)seconds * 1_000_000_000));
        return Literal.Of(new Timestamp(seconds, nanoseconds, (short)(random.OneIn(3) ? 120 : 0)));
    }

    private static Literal Any(FuzzRandom random) => random.Next(8) switch
    {
        0 => Literal.Null,
        1 => Literal.Of(random.OneIn(2)),
        2 => Literal.OfNumberText(NumberTexts.Make(random, NumberTexts.Style(random))),
        3 => OfNumber(random, NaiveNumber.Parse(NumberTexts.Make(random, NumberTexts.Style(random)))),
        4 => Literal.Of($"{DateTexts.Make(random, 800, 4)}"),
        5 => Literal.Of(new Timestamp(1_700_000_000 + random.Next(50_000_000))),
        6 => Extreme(random),
        _ => Literal.Of(StringTexts.Any(random)),
    };
}
