using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes functions with numeric results for all selected rows at once, from mantissas, dates and strings in columns.</summary>
internal static class NumberFunctions
{
    public static bool TryAbs(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers) =>
        arguments[0].TryNumbers(cursor, numbers) && numbers.TryAbs();

    /// <summary>Rounds to the number of digits in the second argument, if that is constant.</summary>
    /// <param name="arguments">The number, and the number of digits.</param>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="numbers">Receives the numbers.</param>
    /// <param name="rounding">The direction.</param>
    public static bool TryRound(BoundExpression[] arguments, GroupCursor cursor, NumberVector numbers, Rounding rounding)
    {
        long digits = 0;
        if (arguments.Length > 1 && !(arguments[1].Constant is { } constant && ScalarFunction.TryGetDigits(constant, out digits)))
        {
            return false;
        }

        var divisor = cursor.RentNumbers();
        var areRounded = (arguments[0].TryDivision(cursor, numbers, divisor) && numbers.TryDivide(divisor, (int)digits, rounding))
            || (arguments[0].TryNumbers(cursor, numbers) && numbers.TryRound((int)digits, rounding));
        cursor.Return(divisor);
        return areRounded;
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
        if (time is { } units && TryFillTimes(dates, unit, units, numbers, part))
        {
            return true;
        }

        if (time is null && cursor.PartsOf(part) is var parts && parts.TryStart(dates, unit, mantissas))
        {
            FillParts(parts, numbers, part);
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

    /// <summary>Replaces days with their parts.</summary>
    private static void FillParts(DayParts parts, NumberVector numbers, Func<DateTime, long> part)
    {
        var mantissas = numbers.Mantissas;
        var validity = numbers.Validity;
        var hasNone = false;
        foreach (ref var mantissa in mantissas)
        {
            ref var value = ref parts[mantissa];
            if (value == DayParts.Unknown)
            {
                value = TryPart(mantissa, DateUnit.Days, part, out var computed) ? computed : DayParts.None;
                parts.Largest = Math.Max(parts.Largest, computed);
            }

            mantissa = value;
            hasNone |= value == DayParts.None;
        }

        for (var row = 0; hasNone && row < mantissas.Length; row++)
        {
            validity[row >> 6] &= ~((mantissas[row] == DayParts.None ? 1UL : 0) << row);
        }

        numbers.Include(parts.Largest);
        numbers.CountValues();
        numbers.ClearNulls();
    }

    /// <summary>Computes parts of times as positions in the cycle of their part, if the dates are not too far apart.</summary>
    private static bool TryFillTimes(ReadOnlySpan<long> dates, int unit, (uint Seconds, uint Count) time, NumberVector numbers, Func<DateTime, long> part)
    {
        var range = AggregateKernel.Of(dates);
        if (dates.IsEmpty || !TryPart(range.Min, unit, part, out _) || !TryPart(range.Max, unit, part, out _))
        {
            return false;
        }

        if (unit == DateUnit.Days)
        {
            numbers.Mantissas.Clear();
        }
        else
        {
            var width = time.Seconds * (unit > DateUnit.Seconds ? DateCount.Ratio(DateUnit.Seconds, unit) : 1);
            var start = (Int128)FloorDivide(range.Min, width * time.Count) * (width * time.Count);
            if (start < long.MinValue || range.Max - start > QuotientKernel.Most)
            {
                return false;
            }

            QuotientKernel.ToCycles(dates, (long)start, width, time.Count, numbers.Mantissas);
        }

        numbers.Include(time.Count);
        numbers.CountValues();
        numbers.ClearNulls();
        return true;
    }

    private static bool TryPart(long count, int unit, Func<DateTime, long> part, out long value)
    {
        var isDate = new Timestamp(DateUnit.ToTimestamp(count, unit, 0).UnixSeconds).TryToDateTimeOffset(out var date);
        value = isDate ? part(date.UtcDateTime) : 0;
        return isDate;
    }

    private static long FloorDivide(long value, long divisor) => (value / divisor) - (value % divisor < 0 ? 1 : 0);

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
