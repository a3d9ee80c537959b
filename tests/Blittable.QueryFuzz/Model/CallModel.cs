using System.Globalization;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A function of one value, and for some functions the digits to round to.</summary>
internal sealed record CallModel(string Function, ExpressionModel Source, int? Digits) : ExpressionModel
{
    private const long Second = 1_000_000_000;

    public static IReadOnlyList<string> OfNumbers { get; } = ["abs", "floor", "ceil", "round"];

    public static IReadOnlyList<string> OfDates { get; } = ["year", "quarter", "month", "week", "day", "weekday", "dayofyear", "hour", "minute", "second", "epoch"];

    public static IReadOnlyList<string> OfTexts { get; } = ["length", "lower", "upper", "trim"];

    public override IEnumerable<PathModel> Paths => Source.Paths;

    public override Value Evaluate(Row row)
    {
        var value = Source.Evaluate(row);
        return OfNumbers.Contains(Function) ? value.Kind == Kind.Number ? Value.OfExact(Round(value.Number)) : Value.Null
            : OfDates.Contains(Function) ? value.Kind == Kind.Date ? Part(value.Instant) : Value.Null
            : value.Kind is not (Kind.String or Kind.Date) ? Value.Null
            : Function switch
            {
                "length" => Value.Of(value.Text!.EnumerateRunes().Count()),
                "lower" => new(Kind.String, value.Text!.ToLowerInvariant()),
                "trim" => new(Kind.String, value.Text!.Trim()),
                _ => new(Kind.String, value.Text!.ToUpperInvariant()),
            };
    }

    public override ScanExpression ToLibrary() => Digits is { } digits
        ? ScanExpression.Call(Function, Source.ToLibrary(), ScanExpression.Constant(digits))
        : ScanExpression.Call(Function, Source.ToLibrary());

    public override string ToString() =>
        $"ScanExpression.Call(\"{Function}\", {Source}{(Digits is { } digits ? string.Create(CultureInfo.InvariantCulture, $", {digits}") : "")})";

    private NaiveNumber Round(NaiveNumber number)
    {
        if (Function == "abs")
        {
            return NaiveNumber.Abs(number);
        }

        var (one, two) = (NaiveNumber.FromInt64(1), NaiveNumber.FromInt64(2));
        var shifted = number.Shift(Digits ?? 0);
        var rest = shifted % one;
        var whole = shifted - rest;
        var isNegative = NaiveNumber.Zero > rest;
        var away = isNegative ? whole - one : whole + one;
        var isAway = Function switch
        {
            "floor" => isNegative,
            "ceil" => !isNegative && !rest.IsZero,
            _ => !(one > NaiveNumber.Abs(rest) * two),
        };
        return (isAway ? away : whole).Shift(-(Digits ?? 0));
    }

    /// <summary>Returns 1 for Monday to 7 for Sunday. 1970-01-01 was a Thursday.</summary>
    private static long Weekday(long days) => ((((days + 3) % 7) + 7) % 7) + 1;

    /// <summary>Returns the ISO 8601 week: weeks belong to the year of their Thursday.</summary>
    private static long Week(long days, long year)
    {
        var thursday = days + 4 - Weekday(days);
        var ofYear = thursday < DateText.DaysSince1970(year, 1, 1) ? year - 1 : thursday >= DateText.DaysSince1970(year + 1, 1, 1) ? year + 1 : year;
        return ((thursday - DateText.DaysSince1970(ofYear, 1, 1)) / 7) + 1;
    }

    private Value Part(Int128 instant)
    {
        if (Function == "epoch")
        {
            return Value.OfComputed(NaiveNumber.Parse(instant.ToString(CultureInfo.InvariantCulture)).Shift(-9));
        }

        var seconds = (long)((instant - (((instant % Second) + Second) % Second)) / Second);
        var ofDay = ((seconds % 86_400) + 86_400) % 86_400;
        var days = (seconds - ofDay) / 86_400;
        var (year, month, day) = DateText.Civil(days);
        return year is < 1 or > 9999 ? Value.Null : Value.Of(Function switch
        {
            "year" => year,
            "quarter" => (month + 2) / 3,
            "month" => month,
            "week" => Week(days, year),
            "day" => day,
            "weekday" => Weekday(days),
            "dayofyear" => days - DateText.DaysSince1970(year, 1, 1) + 1,
            "hour" => ofDay / 3600,
            "minute" => ofDay / 60 % 60,
            _ => ofDay % 60,
        });
    }
}
