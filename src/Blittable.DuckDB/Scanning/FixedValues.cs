using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Converts values of documents to the form in which DuckDB stores types of a fixed width.</summary>
internal static class FixedValues
{
    private const int SecondsOfDay = 86_400;
    private const long MicrosecondsOfSecond = 1_000_000, NanosecondsOfMicrosecond = 1000;

    /// <summary>Converts a value. Returns false if the type of the column cannot represent it.</summary>
    public delegate bool Conversion<T>(TableColumn column, in BlittableValue value, out T result);

    /// <summary>Converts all elements of an array. Returns false if they must be converted one by one.</summary>
    public delegate bool ArrayConversion<T>(in BlittableValue array, Span<T> results);

    public static bool TryGetBoolean(TableColumn column, in BlittableValue value, out bool result) => value.TryGetBoolean(out result);

    public static bool TryGetDouble(TableColumn column, in BlittableValue value, out double result) => value.TryGetDouble(out result) && double.IsFinite(result);

    public static bool TryGetInteger(TableColumn column, in BlittableValue value, out long result)
    {
        if (value.TryGetInt64(out result))
        {
            return true;
        }

        // A number such as 1.0 is an integer only by its value.
        var isNumber = DocumentDecimals.TryGetMantissa(value, 0, out var mantissa) && mantissa >= long.MinValue && mantissa <= long.MaxValue;
        result = isNumber ? (long)mantissa : 0;
        return isNumber;
    }

    public static bool TryGetDecimal(TableColumn column, in BlittableValue value, out long result)
    {
        var isNumber = TryGetWideDecimal(column, value, out var mantissa) && mantissa >= long.MinValue && mantissa <= long.MaxValue;
        result = isNumber ? (long)mantissa : 0;
        return isNumber;
    }

    public static bool TryGetWideDecimal(TableColumn column, in BlittableValue value, out Int128 result) => DocumentDecimals.TryGetMantissa(value, column.Scale, out result);

    public static bool TryGetDay(TableColumn column, in BlittableValue value, out int result)
    {
        var isDay = value.TryGetTimestamp(out var time) && time.UnixSeconds % SecondsOfDay == 0 && time.Nanoseconds == 0;
        result = isDay ? (int)(time.UnixSeconds / SecondsOfDay) : 0;
        return isDay;
    }

    public static bool TryGetTime(TableColumn column, in BlittableValue value, out long result)
    {
        var isTime = value.TryGetTimestamp(out var time) && time.Nanoseconds % NanosecondsOfMicrosecond == 0;
        result = isTime ? (time.UnixSeconds * MicrosecondsOfSecond) + (time.Nanoseconds / NanosecondsOfMicrosecond) : 0;
        return isTime;
    }

    public static bool TryGetDoubles(in BlittableValue array, Span<double> results)
    {
        // Numbers of nested arrays would be counted, too.
        if (!array.TryCopyNumbers(results, out var written) || written != results.Length)
        {
            return false;
        }

        foreach (var number in results)
        {
            if (!double.IsFinite(number))
            {
                return false;
            }
        }

        return true;
    }

    public static bool TryGetIntegers(in BlittableValue array, Span<long> results) => array.TryCopyNumbers(results, out var written) && written == results.Length;
}
