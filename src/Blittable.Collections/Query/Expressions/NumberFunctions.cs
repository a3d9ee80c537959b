using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes functions with numeric results for all selected rows at once, from mantissas, dates and strings in columns.</summary>
internal static class NumberFunctions
{
    /// <summary>The maximum number of days whose parts are looked up in a table.</summary>
    private const int MostDays = 1 << 13;

    public static bool TryAbs(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers) =>
        arguments[0].TryNumbers(cursor, numbers) && numbers.TryAbs();

    /// <summary>Rounds to the number of digits in the second argument, if that is constant.</summary>
    /// <param name="arguments">The number, and the number of digits.</param>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="numbers">Receives the numbers.</param>
    /// <param name="choose">Receives the quotient and the remainder of a division by the unit, and the unit, and returns the rounded quotient.</param>
    public static bool TryRound(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers, Func<long, long, long, long> choose)
    {
        long digits = 0;
        if (arguments.Length > 1 && !(arguments[1].Constant is { } constant && ScalarFunction.TryGetDigits(constant, out digits)))
        {
            return false;
        }

        var divisor = new NumberVector();
        return (arguments[0].TryDivision(cursor, numbers, divisor) && numbers.TryDivide(divisor, (int)digits, choose))
            || (arguments[0].TryNumbers(cursor, numbers) && numbers.TryRound((int)digits, choose));
    }

    /// <summary>Computes a part of the dates in a column. Consecutive rows often have the same date.</summary>
    /// <param name="arguments">The date.</param>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="numbers">Receives the numbers.</param>
    /// <param name="part">Returns the part of a date.</param>
    /// <param name="time">The seconds of a unit of the part of a time, and the number of units in the next larger unit; null for a part of a day.</param>
    public static bool TryPart(
        BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers, Func<DateTime, long> part, (uint Seconds, uint Count)? time)
    {
        if (!TryDates(arguments, cursor, out var dates, out var validity, out var unit))
        {
            return false;
        }

        numbers.StartExact(dates.Length, scale: 0, largest: 0);
        validity.CopyTo(numbers.Validity);
        var mantissas = numbers.Mantissas;
        var perDay = unit == DateUnit.Days ? 1 : DateCount.Ratio(DateUnit.Days, unit);
        var range = AggregateKernel.Of(dates);
        var (first, last) = (FloorDivide(range.Min, perDay), FloorDivide(range.Max, perDay));
        if (time is { } units && !dates.IsEmpty && TryPart(range.Min, unit, part, out _) && TryPart(range.Max, unit, part, out _))
        {
            FillTimes(dates, unit, units, numbers);
            return true;
        }

        if (time is null && !dates.IsEmpty && (Int128)last - first < MostDays)
        {
            var parts = cursor.PartsOf(part);
            parts.Start(first, last);
            FillParts(dates, unit, perDay, parts, numbers, part);
            return true;
        }

        long? previous = null;
        var (isDate, value) = (false, 0L);
        for (var row = 0; row < dates.Length; row++)
        {
            if (MaskKernel.IsSet(validity, row) && dates[row] != previous)
            {
                isDate = TryPart(dates[row], unit, part, out value);
                previous = dates[row];
                numbers.Include(value);
            }

            mantissas[row] = MaskKernel.IsSet(validity, row) ? value : 0;
            if (!isDate)
            {
                numbers.Validity[row >> 6] &= ~(1UL << row);
            }
        }

        numbers.CountValues();
        return true;
    }

    /// <summary>Looks up the part of each date in a table by day.</summary>
    private static void FillParts(ReadOnlySpan<long> dates, int unit, long perDay, DayParts parts, NumberVector numbers, Func<DateTime, long> part)
    {
        var mantissas = numbers.Mantissas;
        var validity = numbers.Validity;
        var hasNone = false;
        for (var row = 0; row < dates.Length; row++)
        {
            if (!MaskKernel.IsSet(validity, row))
            {
                mantissas[row] = 0;
                continue;
            }

            ref var value = ref parts[FloorDivide(dates[row], perDay)];
            if (value == DayParts.Unknown)
            {
                value = TryPart(dates[row], unit, part, out var computed) ? computed : DayParts.None;
                parts.Largest = Math.Max(parts.Largest, computed);
            }

            mantissas[row] = value;
            hasNone |= value == DayParts.None;
        }

        for (var row = 0; hasNone && row < dates.Length; row++)
        {
            if (mantissas[row] == DayParts.None)
            {
                mantissas[row] = 0;
                validity[row >> 6] &= ~(1UL << row);
            }
        }

        numbers.Include(parts.Largest);
        numbers.CountValues();
    }

    /// <summary>Computes parts of times from the seconds since midnight.</summary>
    private static void FillTimes(ReadOnlySpan<long> dates, int unit, (uint Seconds, uint Count) time, NumberVector numbers)
    {
        var mantissas = numbers.Mantissas;
        var hasNulls = numbers.Validity.Length > 0 && MaskKernel.Count(numbers.Validity) < dates.Length;
        var perSecond = unit > DateUnit.Seconds ? DateCount.Ratio(DateUnit.Seconds, unit) : 1;
        for (var row = 0; row < dates.Length; row++)
        {
            var seconds = unit == DateUnit.Days ? 0 : FloorDivide(dates[row], perSecond) % Timestamp.SecondsPerDay;
            var ofDay = (uint)(seconds < 0 ? seconds + Timestamp.SecondsPerDay : seconds);
            mantissas[row] = hasNulls && !MaskKernel.IsSet(numbers.Validity, row) ? 0 : ofDay / time.Seconds % time.Count;
        }

        numbers.Include(time.Count);
        numbers.CountValues();
    }

    private static bool TryPart(long count, int unit, Func<DateTime, long> part, out long value)
    {
        var isDate = new Timestamp(DateUnit.ToTimestamp(count, unit, 0).UnixSeconds).TryToDateTimeOffset(out var date);
        value = isDate ? part(date.UtcDateTime) : 0;
        return isDate;
    }

    private static long FloorDivide(long value, long divisor) => divisor == 1 ? value : (value / divisor) - (value % divisor < 0 ? 1 : 0);

    /// <summary>Computes the seconds since 1970 of the dates in a column, including their fraction.</summary>
    public static bool TryEpoch(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers)
    {
        if (!TryDates(arguments, cursor, out var dates, out var validity, out var unit))
        {
            return false;
        }

        var values = cursor.Values(arguments[0].Path!);
        if (unit == DateUnit.Microseconds && !(values.TryGetCommonDateForm(out var form) && !DateUnit.HasRest(form)))
        {
            return false;
        }

        // Seconds have no fraction, milliseconds have three digits, and so on.
        var scale = unit <= DateUnit.Seconds ? 0 : 3 * (unit - DateUnit.Seconds);
        var factor = unit == DateUnit.Days ? Timestamp.SecondsPerDay : 1L;
        var start = (Int128)DateEpoch.Tarantool * Layout.PowerOfTen.Int64(scale);
        var range = AggregateKernel.Of(dates);
        var (least, most) = (((Int128)range.Min * factor) + start, ((Int128)range.Max * factor) + start);
        var largest = Int128.Max(Int128.Abs(least), Int128.Abs(most));
        if (largest > long.MaxValue)
        {
            return false;
        }

        numbers.StartExact(dates.Length, scale, (ulong)largest);
        validity.CopyTo(numbers.Validity);
        numbers.CountValues();
        var mantissas = numbers.Mantissas;
        var first = (long)start;
        for (var row = 0; row < mantissas.Length; row++)
        {
            mantissas[row] = numbers.IsNull(row) ? 0 : (dates[row] * factor) + first;
        }

        return true;
    }

    /// <summary>Counts the characters of the strings in a column, once for each distinct string of a chunk.</summary>
    public static bool TryLength(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers)
    {
        if (arguments[0].Path is not { } path || cursor.Values(path) is not { HasOnlyStrings: true } values || values.Strings() is not { } strings
            || strings.EntryCount > strings.Codes.Length)
        {
            return false;
        }

        var lengths = new long[strings.EntryCount];
        numbers.StartExact(strings.Codes.Length, scale: 0, largest: 0);
        for (var code = 0; code < lengths.Length; code++)
        {
            lengths[code] = CharacterCount(strings.Entry(code));
            numbers.Include(lengths[code]);
        }

        var mantissas = numbers.Mantissas;
        var codes = strings.Codes;
        for (var row = 0; row < codes.Length; row++)
        {
            var isNull = codes[row] == StringBatch.NullCode;
            mantissas[row] = isNull ? 0 : lengths[codes[row]];
            if (isNull)
            {
                numbers.Validity[row >> 6] &= ~(1UL << row);
            }
        }

        numbers.CountValues();
        return true;
    }

    /// <summary>Counts the characters of UTF-8: the bytes that do not continue one.</summary>
    private static int CharacterCount(ReadOnlySpan<byte> utf8)
    {
        const sbyte lastContinuation = -65;
        var count = 0;
        foreach (var unit in utf8)
        {
            count += (sbyte)unit > lastContinuation ? 1 : 0;
        }

        return count;
    }

    /// <summary>Reads the dates of a column that has nothing else.</summary>
    private static bool TryDates(BoundExpression[] arguments, GroupCursor cursor, out ReadOnlySpan<long> dates, out ReadOnlySpan<ulong> validity, out int unit)
    {
        dates = [];
        validity = [];
        unit = 0;
        if (arguments[0].Path is not { } path || cursor.Values(path) is not { HasOnlyDates: true } values)
        {
            return false;
        }

        dates = values.Dates(out validity);
        unit = values.DateUnitRead;
        return true;
    }
}
