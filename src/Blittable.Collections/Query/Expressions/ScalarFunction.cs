using System.Globalization;
using System.Numerics;
using System.Text;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;
using Blittable.Dates;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Represents a scalar function of the query language. The result is null if an argument is null or has another kind.</summary>
internal sealed class ScalarFunction
{
    /// <summary>The maximum number of digits to round to, before or after the decimal point.</summary>
    private const int MostPlaces = 1_000_000_000;

    private readonly Func<QueryValue[], QueryValue> _apply;

    private ScalarFunction(
        string name, int least, int most, Func<QueryValue[], QueryValue> apply, NumberFunction? numbers = null, StringFunction? strings = null) =>
        (Name, Least, Most, _apply, Numbers, Strings) = (name, least, most, apply, numbers, strings);

    /// <summary>Gets all functions by name.</summary>
    public static IReadOnlyDictionary<string, ScalarFunction> All { get; } = ((ScalarFunction[])
        [
            new("abs", 1, 1, values => OfNumber(values, number => number.Sign < 0 ? ExactNumber.Negate(number) : number), NumberFunctions.TryAbs),
            new(
                "floor", 1, 2, values => Rounded(values, (quotient, remainder, _) => remainder.Sign < 0 ? quotient - 1 : quotient),
                (arguments, cursor, numbers) => NumberFunctions.TryRound(arguments, cursor, numbers, Rounding.Floor)),
            new(
                "ceil", 1, 2, values => Rounded(values, (quotient, remainder, _) => remainder.Sign > 0 ? quotient + 1 : quotient),
                (arguments, cursor, numbers) => NumberFunctions.TryRound(arguments, cursor, numbers, Rounding.Ceiling)),
            new(
                "round", 1, 2, values => Rounded(values, (quotient, remainder, unit) => BigInteger.Abs(remainder) * 2 >= unit ? quotient + remainder.Sign : quotient),
                (arguments, cursor, numbers) => NumberFunctions.TryRound(arguments, cursor, numbers, Rounding.HalfAwayFromZero)),
            OfTextToText("lower", text => text.ToLowerInvariant()),
            OfTextToText("upper", text => text.ToUpperInvariant()),
            OfTextToText("trim", text => text.Trim()),
            new("length", 1, 1, values => OfText(values, text => text.EnumerateRunes().Count()), NumberFunctions.TryLength),
            new("substring", 2, 3, Substring, strings: StringFunctions.TrySubstring),
            new("replace", 3, 3, Replace, strings: StringFunctions.TryReplace),
            new("concat", 1, int.MaxValue, values => QueryValue.FromText(string.Concat(values.Select(value => value.ToString()))), strings: StringFunctions.TryConcat),
            OfDatePart("year", date => date.Year),
            OfDatePart("quarter", date => ((date.Month - 1) / 3) + 1),
            OfDatePart("month", date => date.Month),
            OfDatePart("week", date => ISOWeek.GetWeekOfYear(date)),
            OfDatePart("day", date => date.Day),
            OfDatePart("weekday", date => date.DayOfWeek == DayOfWeek.Sunday ? 7 : (int)date.DayOfWeek),
            OfDatePart("dayofyear", date => date.DayOfYear),
            OfDatePart("hour", date => date.Hour, (3600, 24)),
            OfDatePart("minute", date => date.Minute, (60, 60)),
            OfDatePart("second", date => date.Second, (1, 60)),
            new("epoch", 1, 1, Epoch, NumberFunctions.TryEpoch),
        ]).ToDictionary(function => function.Name);

    public string Name { get; }

    /// <summary>Gets a value that indicates whether the function returns absolute values.</summary>
    public bool IsAbsolute => Name == "abs";

    /// <summary>Gets the minimum number of arguments.</summary>
    public int Least { get; }

    /// <summary>Gets the maximum number of arguments.</summary>
    public int Most { get; }

    /// <summary>Gets the function for all selected rows at once, or null if its results are not numbers.</summary>
    public NumberFunction? Numbers { get; }

    /// <summary>Gets the function for all selected rows at once, or null if its results are not strings or it is only computed row by row.</summary>
    public StringFunction? Strings { get; }

    /// <summary>Computes the function.</summary>
    public QueryValue Apply(QueryValue[] arguments)
    {
        foreach (ref readonly var argument in arguments.AsSpan())
        {
            if (argument.Kind == QueryValueKind.Null)
            {
                return QueryValue.Null;
            }
        }

        return _apply(arguments);
    }

    /// <summary>Gets the number of digits to round to. Returns false if the value is not a valid number of digits.</summary>
    public static bool TryGetDigits(in QueryValue value, out long digits)
    {
        digits = 0;
        return value.Kind == QueryValueKind.Number && value.Number.TryGetInteger(out digits) && digits is >= -MostPlaces and <= MostPlaces;
    }

    /// <summary>Gets the range of characters of a substring: the position of the first one, and the position after the last one, counting from 1. Returns false
    /// if the arguments are not a position and a length.</summary>
    /// <param name="from">The position argument.</param>
    /// <param name="count">The length argument, or null for the rest of the string.</param>
    /// <param name="start">The first position.</param>
    /// <param name="end">The position after the last one.</param>
    public static bool TryGetRange(in QueryValue from, QueryValue? count, out long start, out long end)
    {
        (start, end) = (0, 0);
        long length = int.MaxValue;
        if (from.Kind != QueryValueKind.Number || !from.Number.TryGetInteger(out start)
            || (count is { } given && !(given.Kind == QueryValueKind.Number && given.Number.TryGetInteger(out length) && length >= 0)))
        {
            return false;
        }

        end = (long)Int128.Max(0, Int128.Min((Int128)start + length, int.MaxValue));
        return true;
    }

    private static QueryValue OfNumber(QueryValue[] values, Func<ExactNumber, ExactNumber> compute) =>
        values[0].Kind == QueryValueKind.Number && values[0].Number.IsFinite ? QueryValue.FromNumber(compute(values[0].Number)) : QueryValue.Null;

    /// <summary>Rounds a number to a number of fraction digits, or to a power of ten if it is negative.</summary>
    /// <param name="values">The number, and the number of digits, which is 0 by default.</param>
    /// <param name="choose">Receives the quotient and the remainder of a division by the unit, and the unit, and returns the rounded quotient.</param>
    private static QueryValue Rounded(QueryValue[] values, Func<BigInteger, BigInteger, BigInteger, BigInteger> choose)
    {
        long digits = 0;
        if (values.Length > 1 && !TryGetDigits(values[1], out digits))
        {
            return QueryValue.Null;
        }

        return OfNumber(values, number =>
        {
            var (mantissa, exponent) = number.Parts();
            var dropped = -digits - exponent;
            if (dropped <= 0)
            {
                return number;
            }

            // For a number far below the unit, only the sign matters.
            var unit = BigInteger.Pow(10, (int)BigInteger.Min(dropped, ExactNumber.DigitCount(mantissa) + 1));
            return ExactNumber.Of(choose(BigInteger.DivRem(mantissa, unit, out var remainder), remainder, unit), -digits);
        });
    }

    private static QueryValue OfText(QueryValue[] values, Func<string, QueryValue> compute) =>
        values[0].Kind is QueryValueKind.String or QueryValueKind.Date ? compute(values[0].ToString()) : QueryValue.Null;

    private static ScalarFunction OfTextToText(string name, Func<string, string> compute) =>
        new(name, 1, 1, values => OfText(values, text => QueryValue.FromText(compute(text))), strings: (arguments, cursor, strings) => StringFunctions.TryMap(arguments, cursor, strings, compute));

    /// <summary>Returns a substring, counting Unicode characters from 1, as SQL does.</summary>
    private static QueryValue Substring(QueryValue[] values)
    {
        if (values[0].Kind is not (QueryValueKind.String or QueryValueKind.Date)
            || !TryGetRange(values[1], values.Length > 2 ? values[2] : default(QueryValue?), out var start, out var end))
        {
            return QueryValue.Null;
        }

        var text = new StringBuilder();
        var place = 0;
        foreach (var rune in values[0].ToString().EnumerateRunes())
        {
            if (++place >= end)
            {
                break;
            }

            text.Append(place >= start ? rune.ToString() : "");
        }

        return QueryValue.FromText(text.ToString());
    }

    private static QueryValue Replace(QueryValue[] values) =>
        Array.TrueForAll(values, value => value.Kind is QueryValueKind.String or QueryValueKind.Date) && values[1].ToString().Length > 0
            ? QueryValue.FromText(values[0].ToString().Replace(values[1].ToString(), values[2].ToString(), StringComparison.Ordinal))
            : QueryValue.Null;

    /// <summary>Creates a function that returns a part of an instant in UTC.</summary>
    /// <param name="name">The name.</param>
    /// <param name="part">Returns the part of a date.</param>
    /// <param name="time">The seconds of a unit of the part of a time, and the number of units in the next larger unit; null for a part of a day.</param>
    private static ScalarFunction OfDatePart(string name, Func<DateTime, long> part, (uint Seconds, uint Count)? time = null) =>
        new(name, 1, 1, values => OfDate(values, part), (arguments, cursor, numbers) => NumberFunctions.TryPart(arguments, cursor, numbers, part, time));

    /// <summary>Computes a part of an instant in UTC, consistently with <see cref="TruncateExpression"/>.</summary>
    private static QueryValue OfDate(QueryValue[] values, Func<DateTime, long> compute) =>
        values[0].Kind == QueryValueKind.Date && new Timestamp(values[0].GetTimestamp().UnixSeconds).TryToDateTimeOffset(out var date)
            ? compute(date.UtcDateTime)
            : QueryValue.Null;

    /// <summary>Computes the seconds since 1970, including their fraction.</summary>
    private static QueryValue Epoch(QueryValue[] values) =>
        values[0].Kind == QueryValueKind.Date
            ? QueryValue.FromNumber(ExactNumber.OfScaled(
                ((Int128)values[0].GetTimestamp().UnixSeconds * 1_000_000_000) + values[0].GetTimestamp().Nanoseconds, scale: 9))
            : QueryValue.Null;
}
