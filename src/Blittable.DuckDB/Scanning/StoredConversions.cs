using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Collections.Stripes;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Converts values of columns to the form in which DuckDB stores types of a fixed width.</summary>
internal static class StoredConversions
{
    private const int SecondsOfDay = 86_400;
    private const long NanosecondsOfSecond = 1_000_000_000, NanosecondsOfMicrosecond = 1000;

    /// <summary>Converts the values of rows. Returns false if the type of the column cannot represent a value.</summary>
    /// <param name="column">The column.</param>
    /// <param name="rows">The values.</param>
    /// <param name="first">The first row.</param>
    /// <param name="areAll">true if every row has a value of the kind; otherwise, rows without it have undefined results.</param>
    /// <param name="results">Receives a result for each row.</param>
    public delegate bool Conversion<T>(TableColumn column, NodeRows rows, int first, bool areAll, Span<T> results);

    public static bool TryGetBooleans(TableColumn column, NodeRows rows, int first, bool areAll, Span<bool> results)
    {
        for (var i = 0; i < results.Length; i++)
        {
            // Other rows may have undefined bytes, which are not booleans.
            results[i] = rows.States[first + i] == NodeState.Boolean && rows.Boolean(first + i);
        }

        return true;
    }

    public static bool TryGetDoubles(TableColumn column, NodeRows rows, int first, bool areAll, Span<double> results)
    {
        if (rows.NumberChunk.Format == ChunkFormat.Double)
        {
            rows.Doubles.Slice(first, results.Length).CopyTo(results);
            return true;
        }

        var states = rows.States;
        for (var i = 0; i < results.Length; i++)
        {
            results[i] = states[first + i] == NodeState.Number ? rows.NearestDouble(first + i) : 0;
        }

        return true;
    }

    public static bool TryGetDecimals(TableColumn column, NodeRows rows, int first, bool areAll, Span<long> results)
    {
        var chunk = rows.NumberChunk;
        if (areAll && chunk.Format != ChunkFormat.Double && chunk.Scale <= column.Scale)
        {
            return TryScale(rows.Numbers.Slice(first, results.Length), (long)DecimalDigits.PowerOfTen(column.Scale - chunk.Scale), results);
        }

        for (var i = 0; i < results.Length; i++)
        {
            if (rows.States[first + i] != NodeState.Number)
            {
                results[i] = 0;
                continue;
            }

            if (!TryGetMantissa(column, rows, first + i, out var mantissa) || mantissa < long.MinValue || mantissa > long.MaxValue)
            {
                return false;
            }

            results[i] = (long)mantissa;
        }

        return true;
    }

    public static bool TryGetWideDecimals(TableColumn column, NodeRows rows, int first, bool areAll, Span<Int128> results)
    {
        for (var i = 0; i < results.Length; i++)
        {
            results[i] = 0;
            if (rows.States[first + i] == NodeState.Number && !TryGetMantissa(column, rows, first + i, out results[i]))
            {
                return false;
            }
        }

        return true;
    }

    public static bool TryGetDays(TableColumn column, NodeRows rows, int first, bool areAll, Span<int> results) =>
        TryGetDates(rows, first, SecondsOfDay, NanosecondsOfSecond, results);

    public static bool TryGetTimes(TableColumn column, NodeRows rows, int first, bool areAll, Span<long> results) =>
        TryGetDates(rows, first, 1, NanosecondsOfMicrosecond, results);

    /// <summary>Gets dates as multiples of a unit, which is a number of whole seconds or a fraction of one second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryGetDates<T>(NodeRows rows, int first, long seconds, long nanoseconds, Span<T> results)
        where T : IBinaryInteger<T>
    {
        for (var i = 0; i < results.Length; i++)
        {
            results[i] = T.Zero;
            if (rows.States[first + i] != NodeState.Date)
            {
                continue;
            }

            var time = DateUnit.ToTimestamp(rows.Date(first + i), rows.DateChunk.Scale, rows.DateForm(first + i));
            if (time.UnixSeconds % seconds != 0 || time.Nanoseconds % nanoseconds != 0)
            {
                return false;
            }

            results[i] = T.CreateTruncating((time.UnixSeconds / seconds * (NanosecondsOfSecond / nanoseconds)) + (time.Nanoseconds / nanoseconds));
        }

        return true;
    }

    private static bool TryScale(ReadOnlySpan<long> mantissas, long factor, Span<long> results)
    {
        if (factor == 1)
        {
            mantissas.CopyTo(results);
            return true;
        }

        var most = long.MaxValue / factor;
        var fits = true;
        for (var i = 0; i < mantissas.Length; i++)
        {
            fits &= mantissas[i] <= most && mantissas[i] >= -most;
            results[i] = unchecked(mantissas[i] * factor);
        }

        return fits;
    }

    /// <summary>Gets the number of a row as a mantissa with the scale of the column, if the scale represents it.</summary>
    private static bool TryGetMantissa(TableColumn column, NodeRows rows, int index, out Int128 mantissa)
    {
        Span<byte> scratch = stackalloc byte[32];
        int scale;
        if (rows.NumberChunk.Format == ChunkFormat.Double)
        {
            if (!DecimalDigits.TryRead(rows.DoubleText(index, scratch), out mantissa, out scale))
            {
                return false;
            }
        }
        else
        {
            (mantissa, scale) = (rows.Number(index), rows.NumberChunk.Scale);
            for (; scale > column.Scale && mantissa % 10 == 0; scale--)
            {
                mantissa /= 10;
            }
        }

        if (scale > column.Scale)
        {
            return false;
        }

        mantissa *= DecimalDigits.PowerOfTen(column.Scale - scale);
        return true;
    }
}
